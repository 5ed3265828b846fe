import { readFileSync } from 'node:fs'
import { type JsonObject, jsonAt, printJson } from '@slyglass/base'
import { readNetwork } from '@slyglass/network'
import { decodeLog, type LogEvent } from '@slyglass/run-log'
import { choicesArbitrary, randomLog } from '@slyglass/run-log/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ChatMessage, createChatStream, originName, passesFilter, printMessage, readFilter } from './index.ts'

const FILE = 'desk.hocon'
const networkOf = (more = '') =>
  readNetwork({
    network: 'desk',
    file: FILE,
    texts: {
      [FILE]: `tools = [
        { name = desk, function { description = d }, instructions = "Track orders.", tools = [lookup, courier] ${more} }
        { name = lookup, function { description = d }, class = "lookup.Lookup" }
        { name = courier, function { description = d }, instructions = "Ask.", tools = [lookup] } ]`,
    },
  })

function golden(): readonly LogEvent[] {
  const text = readFileSync(new URL('../../../run-log/fixtures/desk.v1.runlog.jsonl', import.meta.url), 'utf8')
  const log = decodeLog(text)
  if (!log.ok) throw new Error(log.error)
  return log.value
}

const HISTORY = [{ type: 'HUMAN', text: 'Hello.' }] as const
const streamOf = (more = '', history: readonly (typeof HISTORY)[number][] = []) =>
  createChatStream({ network: networkOf(more), history, slyValue: (key) => (key === 'eta' ? '"Tuesday"' : undefined) })
const shown = ({ type, origin = [], text, structure }: ChatMessage) =>
  `${type} ${originName(origin)} ${text}${structure === undefined ? '' : ` ${[...structure.keys()].slice(0, 2)}`}`

describe('[N-89] the stream of a recorded run', () => {
  test('tells who was told what, in the order of calls, with the accounting after each answer', () => {
    const messages = streamOf().next(golden())
    expect(messages.map(shown)).toEqual([
      'SYSTEM desk Track orders.',
      'HUMAN desk Where is order 7?',
      'AGENT desk Let me look it up for you, this takes a moment.',
      'AGENT desk Invoking: `lookup` with: invoking_start,invoked_agent_name',
      'AGENT desk Invoking: `courier` with: invoking_start,invoked_agent_name',
      'AGENT desk.lookup Received arguments: tool_start,tool_args',
      'SYSTEM desk.courier Ask.',
      "HUMAN desk.courier The inquiry is 'Where is {{7}}?'.",
      'AGENT_PROGRESS desk.lookup half way step,of',
      'AGENT desk.courier Invoking: `lookup` with: invoking_start,invoked_agent_name',
      'AGENT desk.courier.lookup-03 Received arguments: tool_start,tool_args',
      'AGENT_PROGRESS desk.courier.lookup-03 half way step,of',
      'AGENT desk.lookup Got result: tool_end,tool_error',
      "AGENT_TOOL_RESULT desk {'city': 'Lyon'}",
      'AGENT desk.courier.lookup-03 Got result: tool_end,tool_error',
      'AGENT_TOOL_RESULT desk.courier Error: no such order',
      'AI desk.courier On the A7.',
      'AGENT desk.courier  total_tokens,prompt_tokens',
      'AGENT_TOOL_RESULT desk On the A7.',
      'AGENT desk Invoking: `lookup` with: invoking_start,invoked_agent_name',
      'AI desk Order 7 is in {Lyon}; it comes on ⟨sly:eta⟩, I think.',
      'AGENT desk  total_tokens,prompt_tokens',
      'AGENT desk  total_tokens,prompt_tokens',
      'AGENT_FRAMEWORK  Order 7 is in {Lyon}; it comes on ⟨sly:eta⟩, I think.',
    ])
  })

  test('counts what an agent used with everything below it, and the whole request by model', () => {
    const rows = streamOf()
      .next(golden())
      .flatMap(({ structure }) => (structure?.has('total_tokens') ? [structure] : []))
    const figures = rows.map((row) =>
      ['total_tokens', 'successful_requests'].map((key) => printJson(row.get(key) ?? null)),
    )
    expect(figures).toEqual([
      ['36', '2'],
      ['72', '4'],
      ['72', '4'],
    ])
    const models = jsonAt(rows.at(-1), 'models', 'openai', 'gpt-4o-2024-08-06') as JsonObject
    expect([...models.keys()]).toHaveLength(7)
  })

  test('[N-67] [N-88] ends with the conversation, its braces doubled, and the private values that may go up', () => {
    const final = streamOf('', HISTORY).next(golden()).at(-1)
    expect(final?.slyData && printJson(final.slyData)).toBe('{"eta":"Tuesday"}')
    const histories = jsonAt(final?.chatContext, 'chat_histories') as readonly JsonObject[]
    const said = (histories[0]?.get('messages') ?? []) as readonly JsonObject[]
    expect(said.map((message) => message.get('text'))).toEqual([
      'Hello.',
      'Where is order 7?',
      "{{'city': 'Lyon'}}",
      'On the A7.',
      'Order 7 is in {{Lyon}}; it comes on ⟨sly:eta⟩, I think.',
    ])
  })

  test('says the instructions of the front man on the first turn only', () => {
    const systems = (history: Parameters<typeof streamOf>[1]) =>
      streamOf('', history)
        .next(golden())
        .filter(({ type }) => type === 'SYSTEM')
    expect(systems([])).toHaveLength(2)
    expect(systems(HISTORY)).toHaveLength(1)
  })

  test('keeps of a conversation what max_message_history says', () => {
    const final = streamOf(', max_message_history = 2', HISTORY).next(golden()).at(-1)
    const histories = jsonAt(final?.chatContext, 'chat_histories') as readonly JsonObject[]
    expect(histories[0]?.get('messages')).toHaveLength(3)
  })

  test('a found class that is no tool has received nothing', () => {
    const log = golden().filter(({ seq }) => seq <= 15)
    const stream = streamOf()
    expect(stream.next(log).map(shown).join('\n')).not.toContain('Received')
    expect(stream.holds).toBe(true)
    expect(stream.flush().map(shown)).toEqual(['AGENT desk.lookup Received arguments: tool_start,tool_args'])
    expect(stream.holds).toBe(false)
  })
})

describe('any log', () => {
  test('gives the same messages whether its events come one by one or together, and only types that clients know', () => {
    fc.assert(
      fc.property(
        choicesArbitrary.map((choices) => randomLog(choices)),
        (log) => {
          const together = streamOf().next(log)
          const stream = streamOf()
          const single = log.flatMap((event) => stream.next([event]))
          expect(single).toEqual(together)
          for (const message of together) {
            expect(message.type).toMatch(/^(SYSTEM|HUMAN|AI|AGENT|AGENT_FRAMEWORK|AGENT_TOOL_RESULT|AGENT_PROGRESS)$/)
            for (const value of printMessage(message).values()) expect(value).not.toBeNull()
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('filters', () => {
  const filter = (json: unknown) =>
    readFilter(new Map(json === undefined ? [] : [['chat_filter_type', json as string]]))
  test.each([
    [undefined, false, false],
    ['MINIMAL', false, false],
    ['minimal', false, true],
    [null, false, true],
    ['MAXIMAL', true, true],
    ['Maximal', true, true],
    ['2', false, true],
  ])('%j', (type, everything, echo) => {
    expect(filter(type)).toEqual({ everything, echo })
  })

  test('MINIMAL lets through what has a chat context, an empty one too', () => {
    const minimal = filter('MINIMAL')
    const framework = { type: 'AGENT_FRAMEWORK', text: 'Retrying: …', chatContext: new Map() } as const
    expect(passesFilter(minimal, framework)).toBe(true)
    expect(passesFilter(minimal, { type: 'AI', text: 'x' })).toBe(false)
  })
})
