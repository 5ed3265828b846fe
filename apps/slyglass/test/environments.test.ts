// Where files and programs of a session are, through the whole studio, and that nothing of it is left; the pages of two samples, proven on logs.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LogEvent } from '@slyglass/run-log'
import { expect, test } from 'vitest'
import { converse, eventsOf, must } from './support/conversations.ts'
import { deskFiles } from './support/folders.ts'
import { askSample, callsOf } from './support/sample-runs.ts'
import { studioPerTest } from './support/test-studio.ts'
import { until } from './support/until.ts'

const MARK = `97${process.pid}`
const NETWORK = `{
  studio { permissions { approval_required = [] } }
  tools = [
    { name = desk, instructions = "Answer.", tools = [bash, bash_kill], function { description = "Answers." } }
    { name = bash, toolbox = bash, studio { requires_approval = false } }
    { name = bash_kill, toolbox = bash_kill }
  ]
}`
const RULES = [
  {
    user: 'start',
    tool_results: 0,
    answer: { tool_calls: [{ name: 'bash', arguments: { command: `sleep ${MARK}`, background: true } }] },
  },
  { tool: '(shell_id: \\w+)', answer: { content: '{{tool.1}}' } },
]
const { start, startTrusted } = studioPerTest(deskFiles(NETWORK, RULES))

const isolations = (events: readonly LogEvent[]) =>
  eventsOf(events, 'attempt.started').flatMap(({ isolation }) => (isolation === undefined ? [] : [isolation]))

const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

const running = (): number => readdirSync('/proc').filter((pid) => commandOf(pid) === `sleep\0${MARK}\0`).length

test('[B-52] [B-53] sample memory_environment: files stay for the session, another begins anew, the disk keeps what it had', async () => {
  const studio = await start()
  const sample = 'memory_environment'
  const written = await askSample(studio, { sample, message: 'Write the list: tea, milk, tea.' })
  expect(isolations(written.events)).toEqual(['memory'])
  const { session } = written
  const counted = await askSample(studio, { sample, session, message: 'How often is each thing on the list?' })
  expect(counted.answer).toBe('The list holds {"tea":2,"milk":1}.')
  expect(isolations(counted.events)).not.toContain('memory')
  const other = await askSample(studio, { sample, message: 'How often is each thing on the list?' })
  expect(other.answer).toBe('There is no list on the desk yet.')
  const { root } = await must(studio.client.openProject({ sample }))
  expect(readdirSync(join(root, 'data/memory_environment/desk'))).toEqual(['welcome.txt'])
})

test('[B-7] sample deferred: a request offers what was asked for, and a tool that was not is not run', async () => {
  const studio = await start()
  const asked = await askSample(studio, { sample: 'deferred', message: 'When are the bins of Elm Street emptied?' })
  expect(eventsOf(asked.events, 'model.started').map(({ offered }) => offered)).toEqual([
    ['tool_describe'],
    ['tool_describe', 'bin_day'],
    ['tool_describe', 'bin_day'],
  ])
  const { session } = asked
  const next = await askSample(studio, { sample: 'deferred', session, message: 'And those of Oak Lane?' })
  expect(callsOf(next.events).map(({ tool }) => tool)).toEqual(['bin_day'])
  const early = await askSample(studio, { sample: 'deferred', message: 'Renew library card L-7731.' })
  expect(callsOf(early.events).map(({ tool }) => tool)).toEqual(['library_card', 'tool_describe', 'library_card'])
  expect(callsOf(early.events)[0]?.text).toContain('Tool `library_card` is not loaded.')
  expect(eventsOf(early.events, 'attempt.started').filter(({ of }) => of === 'tool')).toHaveLength(2)
})

test.runIf(existsSync('/proc/self'))(
  '[B-51] a command in the background goes on over turns, and ends with the studio',
  async () => {
    const { client, project, close } = await startTrusted()
    const { events } = await converse(client, { project, network: 'desk', message: 'start' })
    expect(eventsOf(events, 'run.finished')[0]?.answer).toMatch(/^shell_id: shell_\w+$/)
    await until(() => running() > 0)
    await close()
    expect(running()).toBe(0)
  },
)
