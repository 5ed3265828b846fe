// Slashes in the names of entries become underscores, and the references follow.
import type { HoconField, HoconObject, HoconText, HoconValue } from '@slyglass/hocon'
import { withField } from './defaults.ts'

/** Entries with names that a model may be told. */
export function correctNames(entries: readonly HoconValue[]): readonly HoconValue[] {
  const renamed = new Set<string>()
  for (const entry of entries) {
    const name = nameOf(entry)
    if (name?.includes('/')) renamed.add(name)
  }
  if (renamed.size === 0) return entries
  return entries.map((entry) => (entry.kind === 'object' ? correctEntry(entry, renamed) : entry))
}

const nameOf = (entry: HoconValue): string | undefined => {
  const name = entry.kind === 'object' ? entry.fields.get('name')?.value : undefined
  return name?.kind === 'string' ? name.text : undefined
}

function correctEntry(entry: HoconObject, renamed: ReadonlySet<string>): HoconObject {
  let result = entry
  const name = entry.fields.get('name')
  if (name !== undefined) result = withField(result, 'name', { ...name, value: correctText(name.value, renamed) })
  const tools = entry.fields.get('tools')
  if (tools?.value.kind === 'list') result = withField(result, 'tools', correctField(tools, renamed))
  const args = entry.fields.get('args')
  if (args?.value.kind !== 'object') return result
  const inner = args.value.fields.get('tools')
  if (inner === undefined) return result
  return withField(result, 'args', { ...args, value: withField(args.value, 'tools', correctField(inner, renamed)) })
}

function correctField(field: HoconField, renamed: ReadonlySet<string>): HoconField {
  const { value } = field
  if (value.kind === 'list')
    return { ...field, value: { ...value, items: value.items.map((item) => correctText(item, renamed)) } }
  if (value.kind !== 'object') return field
  const fields = new Map<string, HoconField>()
  for (const [label, part] of value.fields) fields.set(label, { ...part, value: correctText(part.value, renamed) })
  return { ...field, value: { ...value, fields } }
}

// The source keeps its slash, so the pieces no longer show the very characters.
function correctText(value: HoconValue, renamed: ReadonlySet<string>): HoconValue {
  if (value.kind !== 'string' || !renamed.has(value.text)) return value
  const text: HoconText = {
    ...value,
    text: value.text.replaceAll('/', '_'),
    pieces: value.pieces.map((piece) => ({ ...piece, exact: false })),
  }
  return text
}
