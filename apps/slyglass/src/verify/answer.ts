// The parts of what a client was answered, as rules look at them.
import type { ScenarioRequest } from './recording.ts'

/** What one request got, in comparable form. */
export interface ClientAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, unknown>>
  readonly messages: readonly unknown[]
  readonly end?: string
}

export type Fields = Readonly<Record<string, unknown>>

export function asAnswer(value: unknown): ClientAnswer {
  return { messages: [], ...(value as Partial<ClientAnswer> | undefined) }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function field(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((found: unknown, name) => (isFields(found) ? found[name] : undefined), value)
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The value with every part below it replaced by what `change` makes of it, from the inside outwards. */
export function changeAll(value: unknown, change: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) return change(value.map((part) => changeAll(part, change)))
  if (!isFields(value)) return change(value)
  return change(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, changeAll(part, change)])))
}

/** Nothing but an error, in words. */
export function isErrorLine(message: unknown): boolean {
  const error = field(message, 'error')
  return isFields(message) && Object.keys(message).length === 1 && typeof error === 'string' && error !== ''
}

/** The body that a request has, also where it is given as text. */
export function bodyOf({ body, raw_body: raw }: ScenarioRequest): unknown {
  if (raw === undefined) return body
  try {
    return JSON.parse(raw.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

/** What the client says to the front man. */
export function askedText(request: ScenarioRequest): unknown {
  const body = bodyOf(request)
  return field(body, 'user_message', 'text') ?? field(body, 'params', 'arguments', 'user_message', 'text')
}

/** The messages of a model request. */
export function heard(entry: unknown): readonly unknown[] {
  return listOf(field(entry, 'body', 'messages'))
}

/** A model request with other messages: all else of it stays. */
export function hearing(entry: unknown, messages: readonly unknown[]): unknown {
  if (!isFields(entry) || !isFields(entry.body)) return entry
  return { ...entry, body: { ...entry.body, messages } }
}

/** The request belongs to a conversation in which the client said this last. */
export function hearsLast(entry: unknown, text: unknown): boolean {
  const said = heard(entry).filter((message) => field(message, 'role') === 'user')
  return said.length > 0 && isSame(field(said.at(-1), 'content'), text)
}

/** The same instructions, model, tools and key in both model requests, whatever was said. */
export function isAskedLike(one: unknown, other: unknown): boolean {
  return isSame(hearing(one, heard(one).slice(0, 1)), hearing(other, heard(other).slice(0, 1)))
}
