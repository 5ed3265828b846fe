import { type RunId, runId, sessionId } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { fakeHosts, scriptedModels, testBench, testRequest, VirtualClock } from '../testing/index.ts'

const letters = (index: number) =>
  [...String(index).padStart(3, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join('')
const NETWORK = {
  llm_config: { model_name: 'gpt-4o' },
  studio: { parallel_tool_calls: true, cache: { key: ['n'] } },
  tools: [
    { name: 'desk', function: { description: 'I work.' }, instructions: 'AGENT:desk Work.', tools: ['store', 'look'] },
    { name: 'store', class: 't.store', function: { description: 'Stores.' } },
    { name: 'look', class: 't.look', function: { description: 'Looks.' } },
  ],
}
const CALLS = [
  { tool: 'store', args: '{}' },
  { tool: 'look', args: '{}' },
]

describe('a hundred sessions at once', () => {
  test("[N-19] each tool sees the values of its own session, private and shared, and nobody else's results", async () => {
    const clock = new VirtualClock()
    const seen = new Map<string, unknown[]>()
    const hosts = fakeHosts({
      't.store': async (_args, { board, host }) => {
        await clock.sleep(Number.parseInt(host.run.slice(-2), 36) % 40, host.signal)
        board.set('mine', JSON.stringify(host.run))
        return new Map([['__update_context__', new Map([['mine', host.run]])]])
      },
      't.look': async (_args, { board, host }) => {
        await clock.sleep(5, host.signal)
        const { deps } = JSON.parse(host.context ?? '{}') as { deps: { mine?: string } }
        seen.set(host.run, [...(seen.get(host.run) ?? []), board.get('mine'), deps.mine])
        return 'looked'
      },
    })
    const rules = [
      { assistantTurns: 0, answer: { calls: CALLS } },
      { assistantTurns: 1, answer: { calls: CALLS.slice(1) } },
      { answer: { content: 'done' } },
    ]
    const bench = testBench({ models: scriptedModels(rules), hosts, clock })
    const runs: RunId[] = Array.from({ length: 100 }, (_, index) => runId(`run_${letters(index).padStart(20, 'k')}`))
    await Promise.all(
      runs.map(async (run) => {
        const session = sessionId(`ses_${run.slice(4)}`)
        await bench.runtime.start(testRequest(NETWORK, 'go', { run, session, source: 'chat' }))
        await bench.runtime.settled(run)
      }),
    )
    for (const run of runs) {
      const log = await bench.log(run)
      expect(seen.get(run)?.slice(-2)).toEqual([JSON.stringify(run), run])
      expect(log.at(-1)).toMatchObject({ outcome: 'ok' })
    }
  })
})
