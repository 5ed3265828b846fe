import { PassingMap } from '@slyglass/base'
import type { RunEvent } from '@slyglass/run-log'

/** Hands what this server writes to its own readers, so that they need not look for it. */
export interface Feeds {
  /** A run that has no event yet: what is written of it is kept for readers that come later, to its end. */
  begin(run: string): void
  /** Holds for one reader what is written from now on, and what is kept. */
  open(run: string): Feed
  /** Events that are on disk now. */
  push(run: string, events: readonly RunEvent[]): void
  /** Nothing more of this run is written here. */
  end(run: string): void
}

/** What was written since a reader last took it. */
export interface Feed {
  /** The events after a number, none when there is nothing new; undefined when some are missing here and must be read. */
  take(after: number): readonly RunEvent[] | undefined
  close(): void
}

/** A slow reader reads from disk instead of filling the memory. */
const MOST_HELD = 1_000
/** Readers that come later than this read from disk. */
const MOST_KEPT = 100

export function createFeeds(): Feeds {
  const byRun = new PassingMap<string, Set<RunEvent[]>>()
  const kept = new PassingMap<string, RunEvent[]>()
  return {
    begin(run) {
      kept.set(run, [])
    },
    open(run) {
      const held: RunEvent[] = [...(kept.get(run) ?? [])]
      const feeds = byRun.get(run) ?? new Set()
      byRun.set(run, feeds.add(held))
      return {
        take(after) {
          const events = held.splice(0).filter((event) => event.seq > after)
          return events.length === 0 || events[0]?.seq === after + 1 ? events : undefined
        },
        close() {
          feeds.delete(held)
          if (feeds.size === 0) byRun.delete(run)
        },
      }
    },
    push(run, events) {
      for (const held of byRun.get(run) ?? []) {
        if (held.length + events.length > MOST_HELD) held.length = 0
        else held.push(...events)
      }
      const log = kept.get(run)
      if (log === undefined) return
      log.push(...events)
      if (log.length > MOST_KEPT || log.at(-1)?.type === 'run.finished') kept.delete(run)
    },
    end: (run) => void kept.delete(run),
  }
}
