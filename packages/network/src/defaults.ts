// Top-level settings that every entry gets unless it has its own.
import type { Result } from '@slyglass/base'
import { ok } from '@slyglass/base'
import { type HoconField, type HoconList, type HoconObject, type HoconValue, valueAt } from '@slyglass/hocon'
import { type OverlayFailure, overlayValues } from './overlay.ts'

const COPIED: readonly (readonly [source: readonly string[], key: string])[] = [
  [['llm_config'], 'llm_config'],
  [['llm_config', 'verbose'], 'verbose'],
  [['verbose'], 'verbose'],
  [['max_steps'], 'max_steps'],
  [['max_iterations'], 'max_iterations'],
  [['max_execution_seconds'], 'max_execution_seconds'],
  [['max_attempts'], 'max_attempts'],
  [['error_formatter'], 'error_formatter'],
  [['error_fragments'], 'error_fragments'],
]

/** What every entry gets. */
export function defaultsOf(root: HoconValue): readonly HoconValue[] {
  return COPIED.flatMap(([source]) => valueAt(root, ...source) ?? [])
}

/** An entry with the defaults of the network. */
export function applyDefaults(
  root: HoconValue,
  entry: HoconObject,
  isFirst: boolean,
): Result<HoconObject, OverlayFailure> {
  let result = entry
  for (const [source, key] of COPIED) {
    const found = valueAt(root, ...source)
    if (found === undefined || found.kind === 'null') continue
    const merged = withDefault(result, key, found)
    if (!merged.ok) return merged
    result = merged.value
  }
  const schema = valueAt(root, 'sly_data_schema')
  return isFirst && schema !== undefined && schema.kind !== 'null' ? withSchema(result, schema) : ok(result)
}

function withDefault(entry: HoconObject, key: string, source: HoconValue): Result<HoconObject, OverlayFailure> {
  const own = entry.fields.get(key)
  if (own === undefined || own.value.kind === 'null')
    return ok(withField(entry, key, { value: source, keys: own?.keys ?? [] }))
  if (own.value.kind !== 'object' || source.kind !== 'object') return ok(entry)
  const merged = overlayValues(source, own.value, key)
  return merged.ok ? ok(withField(entry, key, { value: merged.value, keys: own.keys })) : merged
}

/** An object with one field set; a new one comes last. */
export function withField(object: HoconObject, key: string, field: HoconField): HoconObject {
  const fields = new Map(object.fields)
  fields.set(key, field)
  return { ...object, fields }
}

function withSchema(entry: HoconObject, schema: HoconValue): Result<HoconObject, OverlayFailure> {
  const declared = entry.fields.get('function')
  const none = declared === undefined || declared.value.kind === 'null'
  const owner: HoconValue = none ? { kind: 'object', fields: new Map(), origin: schema.origin } : declared.value
  if (owner.kind !== 'object') return ok(entry)
  const own = owner.fields.get('sly_data_schema')?.value
  const merged = withDefault(owner, 'sly_data_schema', schema)
  if (!merged.ok) return merged
  let result = merged.value
  if (own?.kind === 'object' && schema.kind === 'object') result = withRequired(result, schema, own)
  return ok(withField(entry, 'function', { value: result, keys: declared?.keys ?? [] }))
}

// When both name what is required, all of it is.
function withRequired(owner: HoconObject, schema: HoconObject, own: HoconObject): HoconObject {
  const merged = owner.fields.get('sly_data_schema')
  if (merged?.value.kind !== 'object') return owner
  const lists = [schema, own].map((part) => part.fields.get('required')?.value)
  const items: HoconValue[] = []
  const seen = new Set<string>()
  for (const item of lists.flatMap((list) => (list?.kind === 'list' ? list.items : []))) {
    const name = item.kind === 'string' ? item.text : ''
    if (!seen.has(name)) items.push(item)
    seen.add(name)
  }
  const required: HoconList = { kind: 'list', items, origin: own.origin }
  const value = withField(merged.value, 'required', { value: required, keys: [] })
  return withField(owner, 'sly_data_schema', { value, keys: merged.keys })
}
