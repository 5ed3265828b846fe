// The searchable parts of a private value: its strings, its numbers, the keys of nested objects, and the parts of JSON
// that is kept as text (the key file of a service account is such a text).
import { isJsonList, isJsonObject, type Json, JsonNumber, parseJson } from '@slyglass/base'
import { utf8 } from './bytes.ts'

export interface Leaf {
  /** `name`: the key of an inner object. */
  readonly kind: 'text' | 'number' | 'name'
  readonly text: string
}

export type Strength = 'strong' | 'weak' | 'public' | 'unsearchable'

const MIN_BYTES = 4
const STRONG_DIGITS = 5
const STRONG_LENGTH = 6

/** Each text once. */
export function leavesOf(value: Json): readonly Leaf[] {
  const leaves = new Map<string, Leaf>()
  collect(value, leaves, 0)
  return [...leaves.values()]
}

/** JSON in JSON in JSON, and no further. */
const MAX_TEXTS = 3

function collect(value: Json, leaves: Map<string, Leaf>, texts: number): void {
  if (value instanceof JsonNumber) leaves.set(`number ${value.text}`, { kind: 'number', text: value.text })
  else if (typeof value === 'string') {
    leaves.set(`text ${value}`, { kind: 'text', text: value })
    const inner = texts < MAX_TEXTS && /^\s*[[{]/.test(value) ? parseJson(value) : undefined
    if (inner?.ok) collect(inner.value, leaves, texts + 1)
  } else if (isJsonList(value)) for (const part of value) collect(part, leaves, texts)
  else if (isJsonObject(value)) {
    for (const [key, part] of value) {
      leaves.set(`name ${key}`, { kind: 'name', text: key })
      collect(part, leaves, texts)
    }
  }
}

/** How well a text can be told from ordinary words, before the public text is known. */
export function strengthOf({ text }: Leaf): Exclude<Strength, 'public'> {
  if (text.length < MIN_BYTES && utf8(text).length < MIN_BYTES) return 'unsearchable'
  const digits = text.replace(/\D/g, '').length
  return digits >= STRONG_DIGITS || [...text].length >= STRONG_LENGTH ? 'strong' : 'weak'
}
