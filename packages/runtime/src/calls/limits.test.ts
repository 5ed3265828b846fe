import { isOf, verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import {
  endsOf,
  type FakeTool,
  fakeHosts,
  ruledBench,
  scriptedModels,
  testBench,
  testRequest,
  toldTexts,
} from '../testing/index.ts'

const answer =
  (text: string): FakeTool =>
  () =>
    text
const RULES = { retries: 1 }

describe('limits', () => {
  test('[E-18] end the run, after every call has its message', async () => {
    const calls = ['1', '2', '3', '4', '5'].map((n) => ({ tool: 'a', args: `{"n": "${n}"}` }))
    const bench = ruledBench({
      studio: { limits: { tool_calls: 3 } },
      tools: { a: { run: answer('A'), parameters: { type: 'object', properties: { n: { type: 'string' } } } } },
      turns: [calls, calls],
    })
    const log = await bench.run()
    expect(verifyLog(log, 'finished')).toEqual([])
    expect(endsOf(log)).toEqual(['a ok', 'a ok', 'a ok', 'a failed limit-reached', 'a failed limit-reached'])
    expect(log.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'failed', failure: { code: 'limit-reached' } })
    expect(bench.models.seen).toHaveLength(1)
  })

  test('[E-18] the very same call is not made a fourth time', async () => {
    const one = [{ tool: 'a' }]
    const bench = ruledBench({ studio: RULES, tools: { a: answer('A') }, turns: [one, one, one, one, one] })
    const log = await bench.run()
    expect(endsOf(log)).toEqual(['a ok', 'a ok', 'a ok', 'a failed limit-reached'])
    expect(log.filter((event) => isOf(event, 'limit.reached'))).toMatchObject([
      { limit: 'same_call_repeats', value: 3 },
    ])
  })

  test('[E-18] the same call of several agents is no loop', async () => {
    const helper = (name: string) => ({
      name,
      function: { description: `I am ${name}.` },
      instructions: `AGENT:${name} Help.`,
      tools: ['now'],
    })
    const names = ['h1', 'h2', 'h3', 'h4', 'h5']
    const network = {
      llm_config: { model_name: 'gpt-4o' },
      studio: RULES,
      tools: [
        { name: 'desk', function: { description: 'I ask.' }, instructions: 'AGENT:desk Ask.', tools: names },
        ...names.map(helper),
        { name: 'now', class: 't.now', function: { description: 'Tells the time.' } },
      ],
    }
    const calls = (tools: readonly string[]) => tools.map((tool) => ({ tool, args: '{}' }))
    const models = scriptedModels([
      { agent: 'desk', assistantTurns: 0, answer: { calls: calls(names) } },
      { agent: 'desk', answer: { content: 'done' } },
      ...names.map((agent) => ({ agent, assistantTurns: 0, answer: { calls: calls(['now']) } })),
      { answer: { content: 'helped' } },
    ])
    const log = await testBench({ models, hosts: fakeHosts({ 't.now': () => 'noon' }) }).run(testRequest(network, 'go'))
    expect(endsOf(log).filter((end) => end === 'now ok')).toHaveLength(5)
    expect(log.at(-1)).toMatchObject({ outcome: 'ok', answer: 'done' })
  })

  test('[U-86] a model is asked only so often', async () => {
    const calls = Array.from({ length: 9 }, (_, index) => [{ tool: 'a', args: `{"n": ${index}}` }])
    const bench = ruledBench({ studio: { max_iterations: 2 }, tools: { a: answer('A') }, turns: calls })
    const log = await bench.run()
    expect(bench.models.seen).toHaveLength(2)
    expect(log.at(-1)).toMatchObject({ outcome: 'failed', failure: { code: 'iteration-limit' } })
  })

  test('[U-24] [E-29] a tool is not called too often, and is again after its time', async () => {
    const bench = ruledBench({
      tools: {
        a: { run: answer('A'), studio: { rate_limit: { calls: 2, per_ms: 60_000 }, limits: { same_call_repeats: 9 } } },
      },
      studio: { limits: { same_call_repeats: 9 } },
      turns: [[{ tool: 'a' }, { tool: 'a' }, { tool: 'a' }]],
    })
    const log = await bench.run()
    expect(endsOf(log)).toEqual(['a ok', 'a ok', 'a failed rate-limited'])
    expect(toldTexts(bench.models.seen)[2]).toBe('Rate limit exceeded. Please try again later.')
    expect(bench.hosts.began).toHaveLength(2)
  })
})
