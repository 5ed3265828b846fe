import type { ToolKind } from '@slyglass/run-log'
import { Braces, Globe, type LucideIcon, MessageCircle, Plug, Toolbox, TriangleAlert } from 'lucide-react'

const GLYPHS: Readonly<Record<ToolKind, LucideIcon>> = {
  'coded-tool': Braces,
  agent: MessageCircle,
  'toolbox-tool': Toolbox,
  'mcp-tool': Plug,
  network: Globe,
  unknown: TriangleAlert,
}

/** What a call is made of, as a shape. */
export function ToolGlyph({
  kind,
  className = 'icon icon-s',
}: {
  readonly kind: ToolKind
  readonly className?: string
}) {
  const Glyph = GLYPHS[kind]
  return <Glyph className={className} aria-hidden="true" />
}

/** The same in words. */
export const TOOL_WORDS: Readonly<Record<ToolKind, string>> = {
  'coded-tool': 'coded tool',
  agent: 'agent',
  'toolbox-tool': 'toolbox tool',
  'mcp-tool': 'MCP tool',
  network: 'network',
  unknown: 'missing entry',
}
