// What a run writes on its session's tape, and the past that a run is told with its calls.
import { type HistoryMessage, isOf, type RunEvent, tapeOf, verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { ModelFailure } from './ports.ts'
import { playRuled, SURROUNDINGS, scriptedModels } from './testing/index.ts'

const ANCHOR = { kind: 'anchor', name: 'phase-1', state: '{"summary":"done"}' } as const

const PAST: readonly HistoryMessage[] = [
  { type: 'AI', text: '[Anchor created: phase-1]: {"summary": "done"}' },
  { type: 'HUMAN', text: 'add' },
  { type: 'AI', text: '', calls: [{ id: 'c1', tool: 'math_add', args: '{"a": 1}' }] },
  { type: 'AI', text: '5', result: { callId: 'c1', name: 'math_add' } },
  { type: 'AI', text: 'It is 5.' },
]

/** At an endpoint for chat completions. */
const CHAT = { provider: { ...SURROUNDINGS.provider, api: 'chat' as const } }

interface Sent {
  readonly role: string
  readonly content: string | null
  readonly tool_calls?: readonly object[]
  readonly tool_call_id?: string
  readonly name?: string
}

const sentIn = ({ body }: { readonly body: string }) =>
  (JSON.parse(body) as { readonly messages: readonly Sent[] }).messages

const names = (log: readonly RunEvent[]) => log.map(({ type }) => type)

describe('a run that writes on the tape', () => {
  test('[B-64] commits its line and ends, and asks no model', async () => {
    const { log, models } = await playRuled({ tools: {}, turns: [], more: { message: '', tape: ANCHOR } })
    expect(names(log)).toEqual(['run.started', 'note.noted', 'run.finished'])
    expect(models.seen).toEqual([])
    expect(verifyLog(log, 'finished')).toEqual([])
    expect(
      tapeOf([log])
        .filter((entry) => entry.kind === 'anchor')
        .map((entry) => entry.name),
    ).toEqual(['session/start', 'phase-1'])
    expect(log.find((event) => isOf(event, 'note.noted'))).toMatchObject({ text: 'Handed off: phase-1. done' })
  })

  test('a reset says so', async () => {
    const { log } = await playRuled({ tools: {}, turns: [], more: { tape: { kind: 'reset', name: 'reset' } } })
    expect(log.find((event) => isOf(event, 'note.noted'))).toMatchObject({ tape: { kind: 'reset' } })
  })

  test('[B-64] what is private in a summary is masked on the tape', async () => {
    const state = '{"summary":"the code is 4711-8822-XK"}'
    const { log } = await playRuled({
      tools: {},
      turns: [],
      more: { tape: { ...ANCHOR, state } },
      bench: { sly: { code: '"4711-8822-XK"' } },
    })
    expect(JSON.stringify(log)).not.toContain('4711-8822-XK')
    expect(
      JSON.stringify(tapeOf([log]).map((entry) => ('state' in entry ? [...(entry.state as Map<string, string>)] : ''))),
    ).toContain('⟨sly:code⟩')
  })
})

describe('a past that is told with its calls', () => {
  test('[B-23] [B-24] is in the next request as it was, results below the calls that they answer', async () => {
    const { models } = await playRuled({ tools: {}, turns: [], more: { ...CHAT, message: 'and 2?', history: PAST } })
    const [, ...told] = sentIn(models.seen[0] ?? { body: '{"messages":[]}' })
    expect(told).toEqual([
      { role: 'assistant', content: '[Anchor created: phase-1]: {"summary": "done"}' },
      { role: 'user', content: 'add' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ type: 'function', id: 'c1', function: { name: 'math_add', arguments: '{"a": 1}' } }],
      },
      { role: 'tool', content: '5', tool_call_id: 'c1', name: 'math_add' },
      { role: 'assistant', content: 'It is 5.' },
      { role: 'user', content: 'and 2?' },
    ])
  })

  test('is the same when the run is taken up again from its log', async () => {
    const { readHistory, printHistory } = await import('./start-record.ts')
    expect(PAST.map((past) => readHistory(printHistory(past)))).toEqual(PAST)
  })

  test('no result stands without its call when only the newest messages are told', async () => {
    const { trimHistory } = await import('./conversation.ts')
    const forms = PAST.map((past) => ({ truth: past, logged: past }))
    expect(trimHistory(forms, 2).map(({ truth }) => truth.text)).toEqual([PAST[0]?.text, 'It is 5.'])
  })
})

describe('a conversation that is longer than the model takes', () => {
  const failure = new ModelFailure({ code: 'context-too-long', message: 'Too long.', retryable: false }, 400)
  const models = () => scriptedModels([{ assistantTurns: 3, answer: { failure } }, { answer: { content: 'done' } }])

  test('[B-64] is handed off once, and the same prompt is asked again', async () => {
    const port = models()
    const { log } = await playRuled({
      tools: {},
      turns: [],
      studio: { tape: { context: 'last_anchor' } },
      more: { ...CHAT, message: 'and 2?', history: PAST },
      bench: { models: port },
    })
    expect(port.seen).toHaveLength(2)
    expect(sentIn(port.seen[1] ?? { body: '' }).slice(1)).toEqual([{ role: 'user', content: 'and 2?' }])
    expect(tapeOf([log]).slice(2, 5)).toMatchObject([
      { kind: 'anchor', name: 'auto_handoff/context_overflow' },
      { kind: 'event', name: 'handoff' },
      { kind: 'message', text: 'and 2?' },
    ])
    expect(log.at(-1)).toMatchObject({ outcome: 'ok', answer: 'done' })
  })

  test('fails as in neuro-san where the network says nothing of its tape', async () => {
    const { log } = await playRuled({
      tools: {},
      turns: [],
      more: { ...CHAT, history: PAST },
      bench: { models: models() },
    })
    expect(log.at(-1)).toMatchObject({ outcome: 'failed' })
    expect(tapeOf([log]).filter(({ kind }) => kind === 'anchor')).toHaveLength(1)
  })

  test('fails when the prompt alone is too long: there is nothing more to leave out', async () => {
    const always = scriptedModels([{ answer: { failure } }])
    const { log } = await playRuled({
      tools: {},
      turns: [],
      studio: { profile: 'bub' },
      more: { ...CHAT, history: PAST },
      bench: { models: always },
    })
    expect(log.at(-1)).toMatchObject({ outcome: 'failed' })
    expect(tapeOf([log]).filter(({ kind }) => kind === 'anchor')).toHaveLength(2)
  })
})
