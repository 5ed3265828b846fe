// A process of its own that commits notes to a run, up to four at once and now and then long ones, and prints the last number of
// each commit once it is acknowledged. It is killed by its test.
import { runId, sessionId } from '@slyglass/base'
import { openRunStore } from '../libsql-store.ts'
import { noteEvent, startedEvent } from './sample-events.ts'

const [file = '', name = ''] = process.argv.slice(2)
const opened = openRunStore(file)
if (!opened.ok) throw new Error(opened.error.message)
const [store, run, session] = [opened.value, runId(name), sessionId('ses_w')]

await store.create({ run, session, project: 'p', network: 'n', title: 't', at: 0 })
const { epoch } = await store.own(run)
for (let [seq, size] = [0, 1]; ; seq += size, size = 1 + ((7 * seq) % 5)) {
  const events = Array.from({ length: size }, (_, index) =>
    noteEvent(run, seq + index, 'x'.repeat(seq % 50 === 4 ? 30_000 : (seq + index) % 900)),
  )
  await store.commit(run, epoch, { events: seq === 0 ? [startedEvent(run, session)] : events, chunks: [], boxes: [] })
  process.stdout.write(`${seq + size - 1}\n`)
}
