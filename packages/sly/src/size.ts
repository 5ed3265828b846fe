// How much a vault holds. Each change builds the search for all values anew, each model request is searched for them, and each call is
// handed all of them.
import type { JsonText } from '@slyglass/base'

/** Values at a time. */
export const MOST_SLY_VALUES = 10_000
/** Characters of all values together, as JSON text. */
export const MOST_SLY_CHARACTERS = 16_000_000

/** Why these values do not fit to those that are held, in words; undefined when they do. A value that gets no larger always fits. */
export function slySizeFault(
  held: ReadonlyMap<string, JsonText>,
  set: Iterable<readonly [key: string, text: JsonText]>,
): string | undefined {
  let [count, characters, grows] = [held.size, 0, false]
  for (const text of held.values()) characters += text.length
  for (const [key, text] of set) {
    const before = held.get(key)
    if (before === undefined) count += 1
    characters += text.length - (before?.length ?? 0)
    grows ||= before === undefined || text.length > before.length
  }
  if (!grows || (count <= MOST_SLY_VALUES && characters <= MOST_SLY_CHARACTERS)) return undefined
  const most = `at most ${shown(MOST_SLY_VALUES)} with ${shown(MOST_SLY_CHARACTERS)} characters together are kept`
  return `there would be ${shown(count)} private values with ${shown(characters)} characters; ${most}. Take out what is not needed any more`
}

const shown = (count: number): string => count.toLocaleString('en')
