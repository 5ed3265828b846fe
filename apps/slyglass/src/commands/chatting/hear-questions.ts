// Questions to a person in a run and in the runs of the other networks that it asks: whoever is asked need not know where they stand.
import type { RunId } from '@slyglass/base'
import type { EventOf, LogEvent } from '@slyglass/run-log'
import type { RunStore } from '@slyglass/runtime'
import { pause } from '../../pause.ts'

const POLL_MS = 25

interface Hearing {
  readonly store: Pick<RunStore, 'tail' | 'read'>
  readonly closing: AbortSignal
  asked(question: EventOf<'approval.requested'>): void
}

/** Takes the events of a run as they come, and follows the runs that they name for as long as they are asked. */
export function hearQuestions(hearing: Hearing): (events: readonly LogEvent[]) => void {
  const over = new Map<string, AbortController>()
  return (events) => {
    for (const event of events) {
      if (event.type === 'approval.requested') hearing.asked(event)
      if (event.type === 'attempt.started' && event.peerRun !== undefined) {
        const ended = new AbortController()
        over.set(event.span, ended)
        void hearPeer(hearing, event.peerRun, AbortSignal.any([ended.signal, hearing.closing])).catch(() => undefined)
      }
      if (event.type === 'attempt.finished') over.get(event.span)?.abort()
    }
  }
}

async function hearPeer(hearing: Hearing, run: RunId, over: AbortSignal): Promise<void> {
  // A run is announced before it begins.
  while ((await hearing.store.read(run, -1, 1)).length === 0) {
    if (over.aborted) return
    await pause(POLL_MS)
  }
  const hear = hearQuestions(hearing)
  for await (const events of hearing.store.tail(run, -1, over)) hear(events)
}
