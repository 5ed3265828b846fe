// Times and what they come to.

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Milliseconds of each round. */
export function timesOf(rounds: number, work: (round: number) => void): readonly number[] {
  return Array.from({ length: rounds }, (_, round) => {
    const started = performance.now()
    work(round)
    return performance.now() - started
  })
}

/** Median and 95th percentile. */
export const both = (times: readonly number[]): string =>
  `${percentile(times, 0.5).toFixed(2)} ms, ${percentile(times, 0.95).toFixed(2)} ms`
