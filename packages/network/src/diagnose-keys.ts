// Keys that mean nothing where they stand, told by the table of keys.
import type { HoconValue } from '@slyglass/hocon'
import { keySpec, keysOfShape, type SchemaTable, type ValueSpec } from '@slyglass/hocon/language'
import type { Diagnostic, Severity, SourceRange } from './model.ts'
import { nearNames } from './near-names.ts'
import { say } from './say.ts'

/** Unknown keys of closed shapes, and in open ones those that look like a known key with a slip. */
export function diagnoseKeys(table: SchemaTable, root: HoconValue): readonly Diagnostic[] {
  const found: Diagnostic[] = []
  visit(table, root, 'file', found)
  return found
}

function visit(table: SchemaTable, value: HoconValue, shape: string | undefined, found: Diagnostic[]): void {
  if (value.kind === 'list') {
    for (const item of value.items) if (item.kind === 'object') visit(table, item, shape, found)
    return
  }
  if (value.kind !== 'object' || shape === undefined) return
  for (const [key, field] of value.fields) {
    const spec = keySpec(table, shape, key)
    const at = field.keys.at(-1)
    if (spec === undefined && at !== undefined) found.push(...unknownKey(table, shape, key, at))
    else if (spec !== undefined) found.push(...badValue(spec, key, field.value))
    visit(table, field.value, spec?.shape, found)
  }
}

function unknownKey(table: SchemaTable, shape: string, key: string, at: SourceRange): readonly Diagnostic[] {
  const known = keysOfShape(table, shape).map((spec) => spec.key)
  const near = nearNames(key, known).filter((name) => Math.abs(name.length - key.length) <= 2)
  const closed = table[shape]?.closed === true
  if (!closed && (near.length === 0 || table[shape]?.others !== undefined)) return []
  const hint = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`
  const message = closed ? `nothing reads the key ${key} here${hint}` : `${key} is no key that neuro-san knows${hint}`
  const fixes = near.map((to) => ({
    title: `Change to ${to}`,
    edits: [{ ...at, text: at.to - at.from === key.length + 2 ? `"${to}"` : to }],
  }))
  return [{ ...say(severityOf(shape, closed, near.length > 0), 'unknown-key', message, at), fixes }]
}

// Under `studio` a slip switches a rule off that somebody relies on, such as the asking of a person.
function severityOf(shape: string, closed: boolean, isSlip: boolean): Severity {
  if (closed && isSlip && /^studio(?:_|$)/.test(shape)) return 'error'
  return closed ? 'warning' : 'hint'
}

// A setting of this studio that has a closed set of values must be one of them.
function badValue(spec: ValueSpec, key: string, value: HoconValue): readonly Diagnostic[] {
  if (spec.only !== true || value.kind !== 'string' || spec.values === undefined) return []
  if (spec.values.includes(value.text)) return []
  const message = `${key} must be one of ${spec.values.join(', ')}`
  return [say('error', 'unknown-value', message, value.origin.place)]
}
