import { Bot, Braces, Globe, type LucideIcon, MessageCircle, Plug, ToolCase, TriangleAlert } from 'lucide-react'
import { FrontManGlyph } from '../../ui/index.ts'
import type { NodeKind } from './graph.ts'

const GLYPHS: Readonly<Record<Exclude<NodeKind, 'front man'>, LucideIcon>> = {
  agent: MessageCircle,
  'coded tool': Braces,
  'toolbox tool': ToolCase,
  'MCP server': Plug,
  network: Globe,
  'missing entry': TriangleAlert,
}

/** The glyph that tells what kind of entry a node is. */
export function KindGlyph({ kind }: { readonly kind: NodeKind }) {
  if (kind === 'front man') return <FrontManGlyph />
  const Glyph = GLYPHS[kind] ?? Bot
  return <Glyph className="icon icon-s" aria-hidden="true" />
}
