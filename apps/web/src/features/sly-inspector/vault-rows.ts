import type { JsonText } from '@slyglass/base'
import type { SlyLedger, SlyRef, Trace } from '@slyglass/run-log'
import { valuesOf } from '../../app/public/run-widgets.ts'

/** One private value as the vault lists it: never the value. */
export interface VaultRow {
  readonly key: string
  readonly ref?: SlyRef
  /** Who wrote it last, as far as the run in view tells. */
  readonly origin: string
}

/** Values typed before the first run: there is no session yet, and no fingerprint. */
export function draftRows(draft: JsonText | undefined): readonly VaultRow[] {
  return [...valuesOf(draft).keys()].map((key) => ({ key, origin: 'sent with the first message' }))
}

/** Keys of the session's vault. While a run goes on, its log is newer than what the server listed last. */
export function vaultRows(
  listed: readonly SlyRef[],
  run: { readonly ledger: SlyLedger; readonly trace: Trace; readonly running: boolean } | undefined,
): readonly VaultRow[] {
  const refs = new Map(listed.map((ref) => [ref.key, ref]))
  if (run?.running)
    for (const { key, ref, removed } of run.ledger.keys.values()) {
      if (removed) refs.delete(key)
      else refs.set(key, ref)
    }
  return [...refs.values()].map((ref) => ({ key: ref.key, ref, origin: originOf(ref, run) }))
}

function originOf(ref: SlyRef, run: Parameters<typeof vaultRows>[1]): string {
  const write = run?.ledger.keys.get(ref.key)?.writes.at(-1)
  if (write === undefined || write.ref.fingerprint !== ref.fingerprint) return ''
  if (write.by === null) return 'from client'
  return `from ${run?.trace.spans.get(write.by)?.name ?? 'a tool'}`
}
