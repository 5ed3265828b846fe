import type { Batch, SpanState, TranscriptCall } from '@slyglass/run-log'

/** What stands out of several calls' states: an open one before a bad one before a good one. */
const RANK: readonly SpanState[] = [
  'waiting for approval',
  'running',
  'queued',
  'failed',
  'denied',
  'cancelled',
  'ok',
  'replayed',
]

export function groupState(calls: readonly TranscriptCall[]): SpanState {
  return RANK.find((state) => calls.some((call) => call.state === state)) ?? 'ok'
}

/** From the first start to the last end; no end while one is open. */
export function groupSpan(calls: readonly TranscriptCall[]): { startedAt: number; finishedAt: number | undefined } {
  const ends = calls.map((call) => call.finishedAt)
  return {
    startedAt: Math.min(...calls.map((call) => call.startedAt)),
    finishedAt: ends.every((end) => end !== undefined) ? Math.max(...ends) : undefined,
  }
}

export function groupTitle(calls: readonly TranscriptCall[], mode: Batch['mode']): string {
  const agents = calls.every(({ kind }) => kind === 'agent')
  return `${calls.length} ${agents ? 'agents' : 'calls'} ${mode === 'parallel' ? 'in parallel' : 'one after the other'}`
}
