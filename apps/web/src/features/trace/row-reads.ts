import { type ModelRead, readAdvice, readsOfCall, readsOfRequests, readWords } from '../../app/public/run-widgets.ts'
import type { TraceRow } from './trace-rows.ts'

/** Private values that a model read: those that the row's call brought, or that its request held. */
export function readsOfRow(row: TraceRow, reads: readonly ModelRead[]): readonly ModelRead[] {
  const [span] = row.spans
  if (reads.length === 0 || span === undefined) return []
  if (row.kind === 'tool') return readsOfCall(reads, span.id)
  return row.kind === 'model' || row.kind === 'attempt' ? readsOfRequests(reads, row.spans) : []
}

/** What the row's mark says; of a call also what to do. */
export function rowReadWords(row: TraceRow, reads: readonly ModelRead[]): string {
  const words = reads.map(readWords).join(', ')
  return row.kind === 'tool' ? `${words}. ${readAdvice(row.name)}` : `${words}.`
}
