// The arguments of a call in one line, so that two calls of one tool can be told apart without opening them.
import { isJsonObject, type Json, parseJson, printJson } from '@slyglass/base'
import { splitMasks } from './json-tokens.ts'

const LONGEST = 80
/** Longer ones, such as a file to be written, are not read through for one line. */
const MOST_READ = 20_000

/** `“rail and short-haul air, France”` for a single text, else `key: value, key: value`; '' when there are none. */
export function summariseArgs(args: string, longest = LONGEST): string {
  const parsed = args.length > MOST_READ ? undefined : parseJson(args)
  if (!parsed?.ok) return cutLine(args, longest)
  if (!isJsonObject(parsed.value)) return cutLine(printJson(parsed.value), longest)
  const entries = [...parsed.value]
  const only = entries.length === 1 ? entries[0]?.[1] : undefined
  if (typeof only === 'string') return cutLine(`“${only}”`, longest)
  return cutLine(entries.map(([key, value]) => `${key}: ${briefly(value)}`).join(', '), longest)
}

/** A text as one line of at most so many characters; the place of a private value and a sign of two units are kept whole or left out. */
export function cutLine(text: string, longest = LONGEST): string {
  const line = text
    .slice(0, longest * 4)
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= longest && text.length <= longest * 4) return line
  return `${line.slice(0, longest - 1).replace(/⟨[^⟩]*$|[\ud800-\udbff]$/, '')}…`
}

/** The same for ears, where a private value has no chip. */
export const spokenLine = (line: string): string =>
  splitMasks(line)
    .map(({ text, sly }) => (sly ? `private value ${text}` : text))
    .join('')

const briefly = (value: Json) => (typeof value === 'string' ? value : printJson(value))
