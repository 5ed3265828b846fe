// Why a call under this studio's rules has no result. Codes are stable; they decide retries, hooks and colours.
import type { FailureCategory } from '../define/outcome.ts'

/** Codes of failed and refused calls. */
export type CallFailureCode =
  | 'invalid-json'
  | 'unknown-tool'
  | 'hook-denied'
  | 'blocked'
  | 'rejected'
  | 'invalid-arguments'
  | 'returned-error'
  | 'exception'
  | 'timed-out'
  | 'ceiling'
  | 'crashed'
  | 'saturated'
  | 'rate-limited'
  | 'limit-reached'
  | 'cancelled'

/** What follows from a code. */
export interface FailureTraits {
  readonly outcome: 'failed' | 'denied' | 'cancelled'
  readonly category: FailureCategory
  /** Post hooks see the call. */
  readonly postHooks: boolean
}

const failed = (category: FailureCategory, postHooks = true): FailureTraits => ({
  outcome: 'failed',
  category,
  postHooks,
})

/** The traits of every code. */
export const FAILURE_TRAITS: Readonly<Record<CallFailureCode, FailureTraits>> = {
  'invalid-json': failed('validation', false),
  'unknown-tool': failed('validation'),
  'hook-denied': { outcome: 'denied', category: 'permission', postHooks: false },
  blocked: { outcome: 'denied', category: 'permission', postHooks: false },
  rejected: { outcome: 'denied', category: 'permission', postHooks: false },
  'invalid-arguments': failed('validation'),
  'returned-error': failed('external'),
  exception: failed('exception'),
  'timed-out': failed('external'),
  ceiling: failed('external'),
  crashed: failed('system'),
  saturated: failed('system'),
  'rate-limited': failed('rate-limit'),
  'limit-reached': failed('rate-limit', false),
  cancelled: { outcome: 'cancelled', category: 'system', postHooks: false },
}
