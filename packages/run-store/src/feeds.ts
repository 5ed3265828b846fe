import type { RunEvent } from '@slyglass/run-log'

/** Hands what this server writes to its own readers, so that they need not look for it. */
export interface Feeds {
  /** Holds for one reader what is written from now on. */
  open(run: string): Feed
  /** Events that are on disk now. */
  push(run: string, events: readonly RunEvent[]): void
}

/** What was written since a reader last took it. */
export interface Feed {
  /** The events after a number, none when there is nothing new; undefined when some are missing here and must be read. */
  take(after: number): readonly RunEvent[] | undefined
  close(): void
}

/** A slow reader reads from disk instead of filling the memory. */
const MOST_HELD = 1_000

export function createFeeds(): Feeds {
  const byRun = new Map<string, Set<RunEvent[]>>()
  return {
    open(run) {
      const held: RunEvent[] = []
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
    },
  }
}
