// Private values that a tool says: on the stream each stands as the name of its key.
import { bodyOf, changeAll, field, isFields, listOf } from './answer.ts'
import type { Asked, Instead } from './purpose.ts'

const MASK = /⟨sly:([^⟩]*)⟩/

/** The recorded texts with masks where they stand here. A mask stands only for what lies under its key. */
export function maskPrivate({ request, recorded, own, forms }: Asked): Instead | undefined {
  if (!MASK.test(JSON.stringify(own.messages)) || MASK.test(JSON.stringify(recorded))) return undefined
  const known = privateTexts([bodyOf(request), recorded.messages, forms.recorded.tools])
  return { answer: { ...recorded, messages: listOf(mask(recorded.messages, own.messages, known)) } }
}

type Texts = ReadonlyMap<string, ReadonlySet<string>>

/** The texts under each key of everything that is called `sly_data`. */
function privateTexts(values: readonly unknown[]): Texts {
  const known = new Map<string, Set<string>>()
  const take = (part: unknown) => {
    const data = field(part, 'sly_data')
    for (const [key, value] of Object.entries(isFields(data) ? data : {}))
      known.set(key, new Set([...(known.get(key) ?? []), ...textsIn(value).flatMap(asTold)]))
    return part
  }
  changeAll(values, take)
  return known
}

function textsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (isFields(value)) return Object.entries(value).flatMap(([key, part]) => [key, ...textsIn(part)])
  return value === null ? [] : [String(value)]
}

/** Names of headers are told in small letters. */
function asTold(text: string): readonly string[] {
  return [text, text.toLowerCase()]
}

function mask(recorded: unknown, own: unknown, known: Texts): unknown {
  if (typeof recorded === 'string' && typeof own === 'string') return isMaskOf(own, recorded, known) ? own : recorded
  if (Array.isArray(recorded)) return recorded.map((part, at) => mask(part, listOf(own)[at], known))
  if (!isFields(recorded)) return recorded
  return Object.fromEntries(Object.entries(recorded).map(([key, part]) => [key, mask(part, field(own, key), known)]))
}

function isMaskOf(own: string, recorded: string, known: Texts): boolean {
  const parts = own.split(MASK).map((part, at) => {
    if (at % 2 === 0) return quote(part)
    return `(?:${[...(known.get(part) ?? [])].map(quote).join('|')})`
  })
  return new RegExp(`^${parts.join('')}$`).test(recorded)
}

function quote(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
