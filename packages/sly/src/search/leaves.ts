// The searchable parts of a private value: its strings, its numbers, and the keys of nested objects.
import { isJsonList, isJsonObject, type Json, JsonNumber } from '@slyglass/base'

export interface Leaf {
  readonly kind: 'text' | 'number'
  readonly text: string
}

export type Strength = 'strong' | 'weak' | 'public' | 'unsearchable'

const MIN_BYTES = 4
const STRONG_DIGITS = 5
const STRONG_LENGTH = 6

/** Each text once. */
export function leavesOf(value: Json): readonly Leaf[] {
  const leaves = new Map<string, Leaf>()
  collect(value, leaves)
  return [...leaves.values()]
}

function collect(value: Json, leaves: Map<string, Leaf>): void {
  if (value instanceof JsonNumber) leaves.set(`number ${value.text}`, { kind: 'number', text: value.text })
  else if (typeof value === 'string') leaves.set(`text ${value}`, { kind: 'text', text: value })
  else if (isJsonList(value)) for (const part of value) collect(part, leaves)
  else if (isJsonObject(value)) {
    for (const [key, part] of value) {
      collect(key, leaves)
      collect(part, leaves)
    }
  }
}

/** How well a text can be told from ordinary words, before the public text is known. */
export function strengthOf({ text }: Leaf): Exclude<Strength, 'public'> {
  if (new TextEncoder().encode(text).length < MIN_BYTES) return 'unsearchable'
  const digits = text.replace(/\D/g, '').length
  return digits >= STRONG_DIGITS || [...text].length >= STRONG_LENGTH ? 'strong' : 'weak'
}
