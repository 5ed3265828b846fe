/** Why an attempt failed, as far as trying again is concerned. A returned error is never tried again. */
export type AttemptFault = 'exception' | 'timeout' | 'returned' | 'lost'

/** When a tool is tried again. */
export interface RetryRules {
  readonly retries: number
  readonly retryOn: readonly ('exception' | 'timeout')[]
}

/** True when attempt `number` (from 1), which failed so, is followed by another. */
export function willRetry(fault: AttemptFault, number: number, rules: RetryRules): boolean {
  if (fault !== 'exception' && fault !== 'timeout') return false
  return number <= rules.retries && rules.retryOn.includes(fault)
}
