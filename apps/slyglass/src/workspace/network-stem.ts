import { err, type Result } from '@slyglass/base'
import { networkStem as stemOf } from '@slyglass/network'
import { type Refusal, refused } from '../refusal.ts'

/** {@link stemOf}, with its faults as refusals. */
export function networkStem(name: string): Result<string, Refusal> {
  const stem = stemOf(name)
  return stem.ok ? stem : err(refused(400, 'name', stem.error.message, stem.error.hint))
}
