/** A test as a report names it. */
export interface Reported {
  readonly name: string
  readonly passed: boolean
  /** It was not run, and its author wanted it so. */
  readonly skipped?: boolean
  readonly faults: readonly string[]
  /** What its author is to know, whether it passed or not. */
  readonly notes?: readonly string[]
  /** No answer of it was held to anything: that it passed says nothing. */
  readonly comparesNothing?: boolean
  readonly milliseconds: number
}

/** The results as the JSON that every command with tests of some kind prints. */
export function printResults(results: readonly Reported[]): string {
  return JSON.stringify(results, null, 2)
}
