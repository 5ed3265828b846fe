const GOOD = new Set(['lovely', 'happy', 'good', 'thank'])
const BAD = new Set(['broken', 'sad', 'steep'])

/** Words of a paragraph that speak for or against something. */
export interface Mood {
  readonly good: number
  readonly bad: number
}

/** Counts such words. */
export function moodOf(paragraph: string): Mood {
  const words = paragraph.toLowerCase().match(/[a-z]+/g) ?? []
  const count = (known: ReadonlySet<string>) => words.filter((word) => known.has(word)).length
  return { good: count(GOOD), bad: count(BAD) }
}
