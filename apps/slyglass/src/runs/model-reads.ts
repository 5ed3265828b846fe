// Which recorded runs gave a private value to a model: for a list of runs, whose logs a page does not read.
import type { RunId } from '@slyglass/base'
import type { ModelReadReply } from '@slyglass/protocol'
import { isOf } from '@slyglass/run-log'
import type { RunRow, RunStore } from '@slyglass/runtime'
import { readPages } from './read-pages.ts'

const MOST_KNOWN = 20_000

export interface ModelReads {
  /** Of runs that are over, those in which a model read something; each with its first finding, a certain one before doubtful ones. */
  of(rows: readonly Pick<RunRow, 'run' | 'status'>[]): Promise<readonly ModelReadReply[]>
}

/** Nothing is added to the log of a run that is over, so it is read once. */
export function createModelReads(store: Pick<RunStore, 'read'>): ModelReads {
  const known = new Map<RunId, ModelReadReply | null>()
  const find = async (run: RunId): Promise<ModelReadReply | null> => {
    const before = known.get(run)
    if (before !== undefined) return before
    const found = await findRead(store, run)
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(run, found)
    return found
  }
  return {
    async of(rows) {
      const found: ModelReadReply[] = []
      for (const { run, status } of rows) {
        const read = status === 'finished' ? await find(run) : null
        if (read !== null) found.push(read)
      }
      return found
    },
  }
}

async function findRead(store: Pick<RunStore, 'read'>, run: RunId): Promise<ModelReadReply | null> {
  let request = 0
  let doubtful: ModelReadReply | null = null
  for await (const events of readPages(store, run))
    for (const event of events) {
      if (!isOf(event, 'attempt.started') || event.request === undefined) continue
      request += 1
      const hits = event.request.scan.hits.filter(({ strength }) => strength !== 'public')
      const certain = hits.find(({ strength }) => strength === 'strong')
      if (certain !== undefined) return { run, key: certain.key, request, maybe: false }
      const [first] = hits
      if (first !== undefined) doubtful ??= { run, key: first.key, request, maybe: true }
    }
  return doubtful
}
