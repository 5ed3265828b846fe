/** Times of repeated calls, in milliseconds. */
export interface Times {
  readonly count: number
  readonly averageMs: number
  readonly p50Ms: number
  readonly p95Ms: number
}

export function timesOf(times: readonly number[]): Times | undefined {
  if (times.length === 0) return undefined
  const sorted = [...times].sort((a, b) => a - b)
  const at = (part: number) => sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0
  const sum = sorted.reduce((total, one) => total + one, 0)
  return { count: sorted.length, averageMs: sum / sorted.length, p50Ms: at(0.5), p95Ms: at(0.95) }
}

/** With two decimals: repeated calls are often shorter than a millisecond. */
export const formatMs = (ms: number): string => `${ms.toFixed(2)} ms`
