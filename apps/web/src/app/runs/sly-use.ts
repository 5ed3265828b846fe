// Which private keys a call had to do with, as exactly as its host tells.
import type { TraceSpan } from '@slyglass/run-log'

/** Keys that were read; or, when a host did not tell, or not yet, those in reach. */
export interface SlyUse {
  readonly keys: readonly string[]
  readonly word: 'read' | 'in reach'
}

/** Of the tries of one call. One that did not tell what it read leaves open what the call read. */
export function slyUseOf(attempts: readonly TraceSpan[]): SlyUse {
  const told = attempts.length > 0 && attempts.every(({ reads }) => reads !== undefined)
  const keys = attempts.flatMap(({ reads, sly }) => (told ? (reads ?? []) : (sly ?? []).map(({ key }) => key)))
  return { keys: [...new Set(keys)], word: told ? 'read' : 'in reach' }
}
