import type { SpanId } from '@slyglass/base'
import type { ScanHit, SlyLedger, Trace } from '@slyglass/run-log'

/** One value in one request. */
export type LedgerCell =
  | { readonly kind: 'clean' }
  | { readonly kind: 'hit'; readonly count: number }
  /** The value did not exist when the request was sent. */
  | { readonly kind: 'absent' }
  /** It cannot be searched for, or is the network's own public text. */
  | { readonly kind: 'unsearched' }
  | { readonly kind: 'public' }

export interface LedgerRow {
  readonly key: string
  readonly cells: readonly LedgerCell[]
}

/** Values × requests, values in the order in which they came to be. */
export function ledgerGrid(ledger: SlyLedger, trace: Trace): readonly LedgerRow[] {
  const scans = ledger.requests.map((request) => {
    const keys = trace.spans.get(request.span)?.request?.scan.keys ?? []
    return { counts: request.counts, strengths: new Map(keys.map(({ key, strength }) => [key, strength])) }
  })
  return [...ledger.keys.keys()].map((key) => ({
    key,
    cells: scans.map(({ counts, strengths }): LedgerCell => {
      const count = counts.get(key) ?? 0
      const strength = strengths.get(key)
      if (count > 0) return { kind: 'hit', count }
      if (strength === undefined) return { kind: 'absent' }
      if (strength === 'unsearchable') return { kind: 'unsearched' }
      return { kind: strength === 'public' ? 'public' : 'clean' }
    }),
  }))
}

/** A private value found in a request, with everything that is recorded of it. */
export interface LedgerHit {
  readonly request: number
  readonly span: SpanId
  readonly hit: ScanHit
}

export function hitsOf(ledger: SlyLedger, trace: Trace): readonly LedgerHit[] {
  return ledger.requests.flatMap(({ span, number }) =>
    (trace.spans.get(span)?.request?.scan.hits ?? [])
      .filter(({ strength }) => strength !== 'public')
      .map((hit) => ({ request: number, span, hit })),
  )
}
