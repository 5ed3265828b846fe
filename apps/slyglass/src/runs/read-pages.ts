// The log of a run, however long it is, a page at a time.
import type { RunId } from '@slyglass/base'
import type { RunEvent } from '@slyglass/run-log'
import type { RunStore } from '@slyglass/runtime'

const PAGE = 2_000

/** What is recorded now beyond an event; what comes meanwhile may come along. */
export async function* readPages(
  store: Pick<RunStore, 'read'>,
  run: RunId,
  after = -1,
): AsyncGenerator<readonly RunEvent[]> {
  for (let cursor = after; ; ) {
    const events = await store.read(run, cursor, PAGE)
    yield events
    const last = events.at(-1)
    if (last === undefined || events.length < PAGE) return
    cursor = last.seq
  }
}
