// Two calls of one answer whose order may matter.

const WRITING: ReadonlySet<string> = new Set(['write', 'execute', 'communicate'])

/** A call as far as order is concerned. */
export interface OrderedCall {
  readonly tool: string
  readonly category?: string
  readonly concurrencySafe?: boolean
}

/** The first pair of calls that both act on the world, when calls run together. */
export function racingPair(calls: readonly OrderedCall[]): readonly [string, string] | undefined {
  const acting = calls.filter(
    ({ category, concurrencySafe }) => WRITING.has(category ?? '') || concurrencySafe === false,
  )
  const [first, second] = acting
  return first === undefined || second === undefined ? undefined : [first.tool, second.tool]
}
