// The tripwire of the append door: every text of an event is searched before it is written (law E7).
import type { Draft } from '@slyglass/run-log'
import type { SlySearch } from '@slyglass/sly'

/** A private value that was found and masked, and in which field. */
export interface Leak {
  readonly key: string
  readonly form: string
  readonly where: string
  readonly count: number
}

/** Fields that never hold foreign text: ids and digests. The names of private keys are no such: one may spell a value. */
const STRUCTURE: ReadonlySet<string> = new Set([
  'type',
  'span',
  'parent',
  'by',
  'session',
  'sha',
  'digest',
  'fingerprint',
  'parts',
  'form',
  'strength',
  'engine',
  'outcome',
])

/** Fields that hold JSON text, so that a lone number in them becomes a string. */
const JSON_FIELDS: ReadonlySet<string> = new Set([
  'args',
  'result',
  'value',
  'structure',
  'changes',
  'update',
  'deps',
  'state',
])

/** Every text of some drafts that may be foreign. */
export function foreignTexts(drafts: readonly Draft[]): readonly string[] {
  const texts: string[] = []
  const walk = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value)
    else if (Array.isArray(value)) for (const part of value) walk(part)
    else if (value !== null && typeof value === 'object') walkObject(value as Readonly<Record<string, unknown>>)
  }
  // Every event passes here, and pairs of its names and values would be made only to be taken apart.
  const walkObject = (value: Readonly<Record<string, unknown>>): void => {
    for (const name in value) if (!STRUCTURE.has(name)) walk(value[name])
  }
  for (const draft of drafts) walk(draft)
  return texts
}

/** The draft as it may be written, and what had to be masked in it. */
export function maskDraft<D extends Draft>(draft: D, search: SlySearch): { draft: D; leaks: readonly Leak[] } {
  const found = new Map<string, Leak>()
  const note = (key: string, form: string, where: string) => {
    const id = `${key} ${form} ${where}`
    found.set(id, { key, form, where, count: (found.get(id)?.count ?? 0) + 1 })
  }
  const maskText = (text: string, field: string): string => {
    const masked = JSON_FIELDS.has(field) ? search.maskJson(text) : search.mask(text)
    for (const hit of masked.hits) note(hit.key, hit.form, `${draft.type} ${field}`)
    return masked.text
  }
  const walk = (value: unknown, field: string): unknown => {
    if (typeof value === 'string') return maskText(value, field)
    if (Array.isArray(value)) return value.map((part) => walk(part, field))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, STRUCTURE.has(name) ? part : walk(part, name)]),
    )
  }
  const masked = walk(draft, '')
  const leaks = [...found.values()].map((leak) => ({ ...leak, key: search.mask(leak.key).text }))
  return { draft: found.size === 0 ? draft : (masked as D), leaks }
}
