// Names in `tools` and `args.tools`, and what they point to.
import type { HoconObject, HoconText, HoconValue } from '@slyglass/hocon'
import { valueAt } from '@slyglass/hocon'
import type { ReferenceKind } from './model.ts'

/** A reference together with the value it was read from. */
export interface FoundReference {
  readonly name: string
  readonly kind: ReferenceKind
  readonly value: HoconValue
  readonly from: 'tools' | 'args'
}

/** All references of an entry, in their order: `tools` first, then `args.tools`. */
export function referencesOf(entry: HoconObject, names: ReadonlySet<string>): readonly FoundReference[] {
  const of = (value: HoconValue, from: FoundReference['from']): readonly FoundReference[] => {
    if (value.kind === 'string') return [{ name: value.text, kind: kindOf(value.text, names), value, from }]
    const url = from === 'tools' ? valueAt(value, 'url') : undefined
    return url?.kind === 'string' ? [{ name: url.text, kind: 'mcp', value: url, from }] : []
  }
  const tools = itemsOf(entry.fields.get('tools')?.value)
  const args = itemsOf(valueAt(entry, 'args', 'tools'), true)
  return [...tools.flatMap((item) => of(item, 'tools')), ...args.flatMap((item) => of(item, 'args'))]
}

/** The texts of `args.tools` are values of a list or of an object. */
function itemsOf(value: HoconValue | undefined, labelled = false): readonly HoconValue[] {
  if (value?.kind === 'list') return value.items
  return labelled && value?.kind === 'object' ? [...value.fields.values()].map((field) => field.value) : []
}

function kindOf(name: string, names: ReadonlySet<string>): ReferenceKind {
  if (names.has(name)) return 'entry'
  if (isMcp(name)) return 'mcp'
  return isNetwork(name) ? 'network' : 'missing'
}

const ADDRESS = /^(https?):\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]+)(?::(\d*))?(\/[^?#]*)?(\?[^#]*)?(#.*)?$/i

/** An address of an MCP server: `mcp` is one label of the host or one part of the path. */
export function isMcp(name: string): boolean {
  const [, , host, , path = '', , fragment] = ADDRESS.exec(name) ?? []
  if (host === undefined || fragment !== undefined) return false
  return [...host.split('.'), ...path.split('/')].some((part) => part.toLowerCase() === 'mcp')
}

/** Another network: `/name`, or an address with a path. */
export function isNetwork(name: string): boolean {
  if (name.startsWith('/')) return name.length > 1
  const match = ADDRESS.exec(name)
  return match !== null && match[3] !== '' && (match[4] ?? '').length > 1
}

/** Where exactly one text stands in a document, without its quotes; undefined when it is put together from parts. */
export function placeOfText(
  text: HoconText,
): { readonly doc: string; readonly from: number; readonly to: number } | undefined {
  const [piece, more] = text.pieces
  if (piece === undefined || more !== undefined || piece.written === 'env') return undefined
  return piece.place
}
