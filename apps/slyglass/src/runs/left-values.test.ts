import { runId, sessionId } from '@slyglass/base'
import { COMMAND_SPAN, RUN_SPAN, type RunEvent } from '@slyglass/run-log'
import { LogBuilder, startedDraft } from '@slyglass/run-log/testing'
import { MemoryRunStore } from '@slyglass/runtime/testing'
import { expect, test } from 'vitest'
import { followLeftValues } from './left-values.ts'
import { readShared } from './read-past.ts'

const SESSION = sessionId('ses_aaaaaaaaaaaaaaaaaaaa')
const NETWORK = 'test'

function command(run: string, deps: string, changes: readonly string[], isCommand = true): readonly RunEvent[] {
  const log = new LogBuilder(run).add({
    ...startedDraft(',go'),
    deps,
    ...(isCommand && { command: { prefix: ',' } }),
  })
  for (const ops of changes)
    log.add({ type: 'context.changed', span: COMMAND_SPAN, parent: RUN_SPAN, changes: `{"ops":[${ops}]}` })
  log.add({ type: 'run.finished', span: RUN_SPAN, parent: null, outcome: 'ok', answer: '' })
  return log.events as readonly RunEvent[]
}

test('a command begins with what the one before left, as its log says, without reading the log', async () => {
  const memory = new MemoryRunStore()
  let reads = 0
  const counting = {
    create: memory.create.bind(memory),
    own: memory.own.bind(memory),
    commit: memory.commit.bind(memory),
    list: memory.list.bind(memory),
    read: (...asked: Parameters<MemoryRunStore['read']>) => {
      reads += 1
      return memory.read(...asked)
    },
  }
  const { store, leftBy } = followLeftValues(counting)
  const write = async (events: readonly RunEvent[], to: typeof counting) => {
    const run = events[0]?.runId ?? runId('run_0')
    await to.create({ run, session: SESSION, project: 'p', network: NETWORK, title: 't', at: 0 })
    const { epoch } = await to.own(run)
    for (const event of events) await to.commit(run, epoch, { events: [event], chunks: [], boxes: [] })
  }
  const set = '{"op":"set","key":"code_mode","value":true}'
  await write(command('run_1', '{"api_key":"k","n":1}', [set]), store)
  const told = await readShared(store, SESSION, NETWORK, leftBy)
  expect(reads).toBe(0)
  expect(told).toEqual(await readShared(counting, SESSION, NETWORK))
  expect([...(told.deps ?? [])].map(([key]) => key)).toEqual(['n', 'code_mode'])
  await write(command('run_2', '{"by":"another server"}', []), counting)
  expect(await readShared(store, SESSION, NETWORK, leftBy)).toEqual(await readShared(counting, SESSION, NETWORK))
  await write(command('run_3', '{"by":"a talk"}', [], false), store)
  expect(leftBy(runId('run_3'))).toBeUndefined()
  expect(await readShared(store, SESSION, NETWORK, leftBy)).toEqual({ deps: new Map([['by', 'a talk']]) })
})
