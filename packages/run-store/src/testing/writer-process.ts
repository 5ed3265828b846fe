// A process of its own that commits notes to a run and prints each number once it is acknowledged. It is killed by its test.
import { runId, sessionId } from '@slyglass/base'
import { openRunStore } from '../libsql-store.ts'
import { noteEvent, startedEvent } from './sample-events.ts'

const [file = '', name = ''] = process.argv.slice(2)
const opened = openRunStore(file)
if (!opened.ok) throw new Error(opened.error.message)
const [store, run, session] = [opened.value, runId(name), sessionId('ses_w')]

await store.create({ run, session, project: 'p', network: 'n', title: 't', at: 0 })
const { epoch } = await store.own(run)
for (let seq = 0; ; seq += 1) {
  const event = seq === 0 ? startedEvent(run, session) : noteEvent(run, seq, 'x'.repeat(seq % 900))
  await store.commit(run, epoch, { events: [event], chunks: [], boxes: [] })
  process.stdout.write(`${seq}\n`)
}
