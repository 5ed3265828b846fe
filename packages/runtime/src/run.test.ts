import { JsonNumber } from '@slyglass/base'
import { verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { fakeHosts, scriptedModels, testBench, testRequest } from './testing/index.ts'

const LLM = { model_name: 'gpt-4o' }
const SOLO = {
  llm_config: { ...LLM, use_responses_api: false },
  tools: [{ name: 'greeter', function: { description: 'I greet people.' }, instructions: 'AGENT:greeter Greet.' }],
}
const WITH_TOOLS = {
  llm_config: LLM,
  tools: [
    {
      name: 'front',
      function: { description: 'I delegate.' },
      instructions: 'AGENT:front Work.',
      tools: ['helper', 'count'],
      allow: { to_upstream: { sly_data: ['total'] } },
    },
    {
      name: 'helper',
      function: {
        description: 'Helps.',
        parameters: { type: 'object', properties: { inquiry: { type: 'string' } }, required: ['inquiry'] },
      },
      instructions: 'AGENT:helper Help.',
    },
    {
      name: 'count',
      function: { description: 'Counts.', parameters: { type: 'object', properties: { n: { type: 'int' } } } },
      class: 'count.Count',
    },
  ],
}
const shape = (log: readonly { type: string; span: string }[]) => log.map(({ type, span }) => `${type} ${span}`)

describe('a run', () => {
  test('[E2] one agent without tools: asked once, answered, finished', async () => {
    const models = scriptedModels([{ agent: 'greeter', answer: { content: 'Good morning to you.' } }])
    const bench = testBench({ models, hosts: fakeHosts({}) })
    const log = await bench.run(testRequest(SOLO, 'Good morning'))
    expect(shape(log)).toEqual([
      'run.started r',
      'agent.started r.a',
      'model.started r.a.m1',
      'attempt.started r.a.m1#1',
      'attempt.finished r.a.m1#1',
      'model.finished r.a.m1',
      'agent.finished r.a',
      'run.finished r',
    ])
    expect(log.at(-1)).toMatchObject({ outcome: 'ok', answer: 'Good morning to you.' })
    expect(verifyLog(log, 'finished')).toEqual([])
    expect(models.seen[0]?.body).toBe(
      '{"messages":[{"content":"AGENT:greeter Greet.","role":"system"},{"content":"Good morning","role":"user"}],' +
        '"model":"gpt-4o-2024-08-06","max_completion_tokens":16384,"store":false,"stream":false}',
    )
  })

  test('[M1.2] a delegation and a coded tool in one answer: both run, the board is merged, one key goes up', async () => {
    const models = scriptedModels([
      {
        agent: 'front',
        assistantTurns: 0,
        answer: {
          calls: [
            { tool: 'helper', args: '{"inquiry":"Where?"}' },
            { tool: 'count', args: '{"n": "2"}' },
          ],
        },
      },
      { agent: 'front', assistantTurns: 1, answer: { content: 'Done.' } },
      { agent: 'helper', answer: { content: 'Here.' } },
    ])
    const hosts = fakeHosts({
      'count.Count': (args, { board }) => {
        board.set('total', '2.0')
        return new Map([
          ['n', args.get('n') ?? null],
          ['x', new JsonNumber('3.0')],
        ])
      },
    })
    const bench = testBench({ models, hosts, sly: { api_key: '"k-demo-7431-canary"' } })
    const log = await bench.run(testRequest(WITH_TOOLS, 'go'))
    expect(verifyLog(log, 'finished')).toEqual([])
    expect(log.find((event) => event.type === 'tool.finished' && event.span === 'r.a.t1.2')).toMatchObject({
      text: "{'n': 2, 'x': 3.0}",
      result: '{"n":2,"x":3.0}',
    })
    expect(log.find((event) => event.type === 'agent.started' && event.span === 'r.a.t1.1.a')).toMatchObject({
      input: "The inquiry is 'Where?'.",
      role: 'agent',
    })
    expect(log.find((event) => event.type === 'sly.crossed')).toMatchObject({
      passed: [{ key: 'total', as: 'total' }],
      withheld: ['api_key'],
      rule: 'allow.to_upstream.sly_data',
    })
    expect(hosts.began).toEqual(['count.Count {"n":2}'])
    expect(bench.vault.values().get('total')).toBe('2.0')
    expect(bench.store.bytes()).not.toContain('canary')
  })
})
