// A run that writes on the tape dies at each of its commits and goes on in another process: its lines are there once.
import { type RunEvent, type TapeEntry, tapeOf, verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { ModelFailure, type RunRequest } from './ports.ts'
import { type CrashPoint, crashingStore } from './testing/crash.ts'
import { fakeHosts, MemoryRunStore, scriptedModels, TEST_RUN, testBench, testRequest } from './testing/index.ts'

const NETWORK = {
  llm_config: { model_name: 'gpt-4o', use_responses_api: false },
  studio: { tape: { context: 'last_anchor' } },
  tools: [{ name: 'desk', function: { description: 'I work.' }, instructions: 'AGENT:desk Work.' }],
}
const failure = new ModelFailure({ code: 'context-too-long', message: 'Too long.', retryable: false }, 400)
const history = [
  { type: 'HUMAN', text: 'before' },
  { type: 'AI', text: 'Yes.' },
] as const

async function play(more: Partial<RunRequest>, point?: CrashPoint): Promise<readonly RunEvent[]> {
  const store = new MemoryRunStore()
  const first = { dead: false }
  const ports = () => ({
    models: scriptedModels([{ assistantTurns: 1, answer: { failure } }, { answer: { content: 'done' } }]),
    hosts: fakeHosts({}),
    store,
  })
  const never = { commit: Number.POSITIVE_INFINITY, written: true }
  const before = testBench({ ...ports(), wrapStore: (inner) => crashingStore(inner, point ?? never, first) })
  await before.runtime.start(testRequest(NETWORK, 'go', more)).catch(() => undefined)
  await before.runtime.settled(TEST_RUN)
  const left = await before.log().catch(() => [])
  if (left.length > 0 && left.at(-1)?.type !== 'run.finished')
    await testBench(ports()).runtime.execute(TEST_RUN, new AbortController().signal)
  return left.length === 0 ? left : before.log()
}

const lines = (log: readonly RunEvent[]) =>
  tapeOf([log]).map(
    (entry: TapeEntry) => `${entry.kind} ${'name' in entry ? entry.name : 'text' in entry ? entry.text : ''}`,
  )

describe.each([
  ['a handoff', { tape: { kind: 'anchor', name: 'phase-1', state: '{"summary":"done"}' } }],
  ['a conversation that is too long', { history }],
] as const)('%s', (_what, more) => {
  test('[B-64] [E3] is on the tape once, wherever the process died', async () => {
    const whole = lines(await play(more))
    expect(whole.filter((line) => line.startsWith('anchor'))).toHaveLength(2)
    for (let commit = 1; commit <= 12; commit += 1)
      for (const written of [true, false]) {
        const log = await play(more, { commit, written })
        if (log.length === 0) continue
        expect(verifyLog(log, 'finished')).toEqual([])
        expect([commit, written, lines(log)]).toEqual([commit, written, whole])
      }
  })
})
