import { runId, sessionId } from '@slyglass/base'
import { FRONT_MAN_SPAN, RUN_SPAN, type RunEvent } from '@slyglass/run-log'
import { LogBuilder, startedDraft } from '@slyglass/run-log/testing'
import { MemoryRunStore } from '@slyglass/runtime/testing'
import { expect, test } from 'vitest'
import { readPast } from './read-past.ts'

const SESSION = sessionId('ses_aaaaaaaaaaaaaaaaaaaa')

/** A finished run with nothing but a message and its answer, or a command. */
function logOf(run: string, message: string, isCommand: boolean): readonly RunEvent[] {
  const desk = { span: FRONT_MAN_SPAN, parent: RUN_SPAN, agent: 'desk' }
  const log = new LogBuilder(run).add({ ...startedDraft(message), ...(isCommand && { command: { prefix: ',' } }) })
  if (!isCommand) log.add({ type: 'agent.started', ...desk, role: 'front-man', instance: 1, input: message })
  log.add({ type: 'run.finished', span: RUN_SPAN, parent: null, outcome: 'ok', answer: 'yes' })
  return log.events as readonly RunEvent[]
}

test('what was said before very many commands is still told', async () => {
  const store = new MemoryRunStore()
  const write = async (index: number, message: string, isCommand: boolean) => {
    const run = runId(`run_${String(index).padStart(4, '0')}`)
    await store.create({ run, session: SESSION, project: 'p', network: 'desk', title: message, at: index })
    const { epoch } = await store.own(run)
    await store.commit(run, epoch, { events: logOf(run, message, isCommand), chunks: [], boxes: [] })
  }
  await write(0, 'My name is Ada.', false)
  for (let index = 1; index <= 700; index += 1) await write(index, ',help', true)
  const { logs } = await readPast(store, SESSION, 'desk')
  expect(logs).toHaveLength(701)
  expect(logs[0]?.[0]).toMatchObject({ type: 'run.started', message: 'My name is Ada.' })
})
