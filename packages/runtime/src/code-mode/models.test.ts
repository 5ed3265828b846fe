// Models that code asks: rows under the code, the studio's own keys, answers as values.
import { isOf, transcriptReducer } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { ModelFailure, type ModelPort } from '../ports.ts'
import { type FakeCell, fakeCode, type RuledRun, ruledBench, scriptedModels } from '../testing/index.ts'

const BRIDGE = { profile: 'bub', code_mode: { enabled: true, model: 'openai:gpt-4o-mini' } }

async function play(
  cell: FakeCell,
  models: readonly object[] = [],
  studio: object = BRIDGE,
  hooks: NonNullable<RuledRun['hooks']> = {},
) {
  const code = fakeCode({ ask: cell })
  const turns = [[{ tool: 'run_code', args: '{"code": "ask"}' }]]
  const rules = [
    ...models.map((answer) => ({ agent: null as never, answer })),
    { assistantTurns: 0, agent: 'desk', answer: { calls: [{ tool: 'run_code', args: '{"code": "ask"}' }] } },
    { answer: { content: 'done' } },
  ]
  const scripted = scriptedModels(rules)
  const vectors: ModelPort = {
    async send(request) {
      if (request.api !== 'embeddings') return scripted.send(request)
      await request.beforeSend({
        url: `${request.provider.baseUrl}/embeddings`,
        method: 'POST',
        headers: {},
        body: request.body,
      })
      const { input } = JSON.parse(request.body) as { input: string[] }
      const text = JSON.stringify({ vectors: input.map((one) => [one.length, 0.5]) })
      return { text, calls: [], finishReason: 'stop', model: 'v', usage: { promptTokens: 2, completionTokens: 0 } }
    },
  }
  const again = ruledBench({ studio, tools: {}, turns, hooks, bench: { code, models: vectors } })
  const log = await again.run()
  const rows = log.flatMap((event) => (isOf(event, 'model.started') && event.span.includes('/') ? [event] : []))
  const output = log.flatMap((event) => (isOf(event, 'tool.finished') ? [event.text] : []))[0] ?? ''
  return { log, rows, output, seen: scripted.seen }
}

const print =
  (question: 'chat' | 'embed' | 'decide', request: object): FakeCell =>
  async ({ model, print: out }) =>
    void out(JSON.stringify(await model(question, request)))

describe('a model that code asks', () => {
  test("[B-38] [B-35] answers a chat by the network's default, in a row below the attempt of the code", async () => {
    const { rows, output, seen, log } = await play(
      print('chat', { messages: [{ role: 'user', content: 'Hi' }], temperature: 0 }),
      [{ content: 'Hello.' }],
    )
    expect(JSON.parse(output)).toEqual({
      text: 'Hello.',
      finish_reason: 'stop',
      model: 'gpt-4o-mini',
      message: { role: 'assistant', content: 'Hello.' },
      token_usage: { input_tokens: 11, output_tokens: 7 },
    })
    const [row] = rows
    const above = log.find((event) => event.span === row?.parent && event.type === 'attempt.started')
    expect(above).toMatchObject({ of: 'tool', source: { class: 'run_code' } })
    const [asked] = seen.filter(({ agent }) => agent === null)
    expect(JSON.parse(asked?.body ?? '{}')).toMatchObject({ model: 'gpt-4o-mini', temperature: 0 })
    expect(JSON.parse(asked?.body ?? '{}')).not.toHaveProperty('tools')
    expect(log.at(-1)).toMatchObject({ outcome: 'ok', answer: 'done' })
  })

  test('[B-35] is the one that code names; without any it is told to name one', async () => {
    const named = { model: 'openai:gpt-4.1', messages: [{ role: 'user', content: 'Hi' }] }
    const { seen } = await play(print('chat', named), [{ content: 'x' }])
    expect(JSON.parse(seen.find(({ agent }) => agent === null)?.body ?? '{}')).toMatchObject({ model: 'gpt-4.1' })
    const studio = { profile: 'bub', code_mode: { enabled: true } }
    const { output, rows } = await play(print('chat', { messages: [{ role: 'user', content: 'Hi' }] }), [], studio)
    expect(output).toContain('Code raised BubError: [config] No model is set for code.')
    expect(rows).toEqual([])
  })

  test('[B-35] may be chosen by a function of the project, with settings for its requests', async () => {
    const studio = { profile: 'bub', code_mode: { enabled: true, model: 'p.ts#pick' } }
    const hi = print('chat', { messages: [{ role: 'user', content: 'Hi' }] })
    const pick = ({ agentName }: Record<string, unknown>) => ({
      model: `openai:for-${String(agentName)}`,
      temperature: 0.5,
    })
    const { seen } = await play(hi, [{ content: 'x' }], studio, { pick })
    const asked = JSON.parse(seen.find(({ agent }) => agent === null)?.body ?? '{}')
    expect(asked).toMatchObject({ model: 'for-desk', temperature: 0.5 })
    const { log } = await play(hi, [], studio, { pick: () => 7 })
    expect(log.at(-1)).toMatchObject({ outcome: 'failed' })
    expect(JSON.stringify(log)).toContain('p.ts#pick answers neither the name of a model')
  })

  test('[B-38] answers by a schema where one is asked for, and is told when it does not', async () => {
    const request = { messages: [{ role: 'user', content: 'Hi' }], output_schema: { type: 'object' } }
    const good = await play(print('chat', request), [{ content: '```json\n{"n": 1}\n```' }])
    expect(JSON.parse(good.output)).toMatchObject({ output: { n: 1 } })
    const bad = await play(print('chat', request), [{ content: 'no' }])
    expect(bad.output).toContain('invalid_output')
  })

  test('[B-38] gives vectors', async () => {
    const { output, rows, log } = await play(print('embed', { input: ['a', 'bcd'] }))
    expect(JSON.parse(output)).toEqual({
      vectors: [
        [1, 0.5],
        [3, 0.5],
      ],
      model: 'gpt-4o-mini',
      token_usage: { input_tokens: 2, output_tokens: 0 },
    })
    expect(rows).toHaveLength(1)
    expect(log.at(-1)).toMatchObject({ outcome: 'ok' })
  })

  test('[B-38] decides in each of the three forms, and says that a chat model did', async () => {
    const request = {
      state: 'The parcel is late.',
      questions: {
        angry: { type: 'noul', instructions: 'Is the person angry?' },
        kind: { type: 'choice', instructions: 'Which kind?', criteria: { refund: 'Money', ask: 'A question' } },
        urgent: { type: 'score', instructions: 'How urgent?', criteria: ['low', 'high'] },
      },
    }
    const content = JSON.stringify({
      angry: { probability: 0.8 },
      kind: { probabilities: { refund: 0.3, ask: 0.1 } },
      urgent: { probabilities: { low: 0.25, high: 0.75 } },
    })
    const { output } = await play(print('decide', request), [{ content }])
    const { answers, note } = JSON.parse(output)
    expect(answers).toEqual({
      angry: { type: 'noul', probability: 0.8, answer: true },
      kind: { type: 'choice', choice: 'refund', probabilities: { refund: 0.75, ask: 0.25 }, confidence: 0.75 },
      urgent: { type: 'score', level: 'high', score: 0.75, probabilities: { low: 0.25, high: 0.75 }, confidence: 0.75 },
    })
    expect(note).toContain('No decision model is configured')
    const wrong = await play(print('decide', { state: '', questions: { a: { type: 'guess' } } }))
    expect(wrong.output).toContain('[invalid_input] question a: its type is noul, choice or score')
  })

  test('[B-38] [B-69] that fails raises in the code, by its code and words', async () => {
    const failure = new ModelFailure({ code: 'refused', message: 'It said no.', retryable: false }, 400)
    const { output, log } = await play(print('chat', { messages: [{ role: 'user', content: 'Hi' }] }), [{ failure }])
    expect(output).toContain('Code raised BubError: refused: It said no.')
    expect(log.at(-1)).toMatchObject({ outcome: 'ok' })
  })

  test('[B-38] is no part of the conversation of the agent', async () => {
    const asked = print('chat', { messages: [{ role: 'user', content: 'Hi' }] })
    const { seen, log } = await play(asked, [{ content: 'Hello.' }])
    const last = seen.filter(({ agent }) => agent === 'desk').at(-1)?.body ?? ''
    expect(last).toContain('Hello.')
    expect(last).not.toContain('"content":"Hi"')
    const { entries } = transcriptReducer.reduce(transcriptReducer.initial, log)
    expect(entries.map(({ kind }) => kind)).toEqual(['user', 'calls', 'agent'])
    expect(entries.at(-1)).toMatchObject({ text: 'done' })
  })
})
