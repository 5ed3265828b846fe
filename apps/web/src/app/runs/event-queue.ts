import type { RunId } from '@slyglass/base'
import type { LogEvent } from '@slyglass/run-log'

/** What arrived of one run since the last flush. */
export interface QueuedBatch {
  readonly events: readonly LogEvent[]
  readonly ended: boolean
}

export interface EventQueue {
  push(run: RunId, events: readonly LogEvent[]): void
  end(run: RunId): void
}

/**
 * Collects events and delivers them in one go at the next call of `soon`, however many arrived in between: views
 * change once a frame, not once an event.
 */
export function createEventQueue(
  soon: (flush: () => void) => void,
  deliver: (batches: ReadonlyMap<RunId, QueuedBatch>) => void,
): EventQueue {
  let waiting = new Map<RunId, { events: LogEvent[]; ended: boolean }>()
  const flush = () => {
    const batches = waiting
    waiting = new Map()
    deliver(batches)
  }
  const batchOf = (run: RunId) => {
    const known = waiting.get(run)
    if (known !== undefined) return known
    if (waiting.size === 0) soon(flush)
    const batch = { events: [], ended: false }
    waiting.set(run, batch)
    return batch
  }
  return {
    push(run, events) {
      const batch = batchOf(run)
      for (const event of events) batch.events.push(event)
    },
    end(run) {
      batchOf(run).ended = true
    },
  }
}

const HIDDEN_TAB_MS = 1000

/** The next animation frame; a hidden tab has none, so there it is once a second. */
export function nextFrame(flush: () => void): void {
  let open = true
  const once = () => {
    if (!open) return
    open = false
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    flush()
  }
  const frame = requestAnimationFrame(once)
  const timer = setTimeout(once, HIDDEN_TAB_MS)
}
