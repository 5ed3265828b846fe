import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { runId, sessionId } from '@slyglass/base'
import { openRunStore } from '../src/index.ts'
import { noteEvent, startedEvent } from '../src/testing/index.ts'

const SESSION = sessionId('ses_bench')
const RUN = runId('run_bench')

/** Figures of the journal: commits, reading back, and the list over many runs. */
export async function bench(report: (label: string, figure: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'slyglass-bench-'))
  const opened = openRunStore(join(folder, 'runs.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  const store = opened.value
  const row = { session: SESSION, project: 'p', network: 'n', title: 't' }
  await store.create({ ...row, run: RUN, at: 0 })
  const { epoch } = await store.own(RUN)
  await store.commit(RUN, epoch, { events: [startedEvent(RUN, SESSION)], chunks: [], boxes: [] })

  const text = 'x'.repeat(800)
  const times: number[] = []
  let seq = 1
  for (let commit = 0; commit < 2_000; commit += 1, seq += 3) {
    const events = [0, 1, 2].map((offset) => noteEvent(RUN, seq + offset, text))
    times.push(await timed(() => store.commit(RUN, epoch, { events, chunks: [], boxes: [] })))
  }
  times.sort((a, b) => a - b)
  report('one commit of 3 events', `${(times[1_000] ?? 0).toFixed(3)} ms (p99 ${(times[1_980] ?? 0).toFixed(2)})`)
  report('reading 6,000 events', `${(await timed(() => store.read(RUN, -1, 10_000))).toFixed(1)} ms`)
  for (let index = 0; index < 10_000; index += 1) await store.create({ ...row, run: runId(`run_${index}`), at: index })
  report(
    'the newest 500 of 10,000 runs',
    `${(await timed(() => store.list({ project: 'p', limit: 500 }))).toFixed(1)} ms`,
  )
  store.close()
  rmSync(folder, { recursive: true, force: true })
}

async function timed(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await action()
  return performance.now() - start
}
