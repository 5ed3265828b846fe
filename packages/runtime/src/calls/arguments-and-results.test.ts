import { JsonNumber } from '@slyglass/base'
import { isOf } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { endsOf, type FakeTool, playRuled } from '../testing/index.ts'

const answer =
  (text: string): FakeTool =>
  () =>
    text
const RULES = { retries: 1 }

describe('arguments', () => {
  const parameters = {
    type: 'object',
    properties: { query: { type: 'string' }, limit: { type: 'int', minimum: 1 } },
    required: ['query'],
  }

  test('[U-13] [U-14] that do not fit are told with the schema; nothing is called', async () => {
    const { told, hosts, log } = await playRuled({
      studio: RULES,
      tools: { search: { run: answer('found'), parameters } },
      turns: [[{ tool: 'search', args: '{"limit": 0}' }]],
    })
    expect(told[0]).toContain("Error: Invalid arguments for 'search': Missing required fields: query\n")
    expect(told[0]).toContain("Error: Invalid arguments for 'search': Invalid value: limit: must be >= 1, got 0\n")
    expect(told[0]).toContain('Attempts: 1\n')
    expect(told[0]).toContain('"required":["query"]')
    expect(hosts.began).toEqual([])
    expect(endsOf(log)).toEqual(['search failed invalid-arguments'])
  })

  test("[N-17] that fit reach a tool in the author's shape, undeclared ones dropped", async () => {
    const { hosts } = await playRuled({
      studio: RULES,
      tools: { search: { run: answer('found'), parameters } },
      turns: [[{ tool: 'search', args: '{"more": 1, "limit": null, "query": "x"}' }]],
    })
    expect(hosts.began).toEqual(['t.search {"query":"x","limit":null}'])
  })

  test('[E-17] that are no JSON are answered alone, and the other calls go on', async () => {
    const { told, log } = await playRuled({
      studio: RULES,
      tools: { a: answer('A'), b: answer('B') },
      turns: [[{ tool: 'a', args: '{"x": ' }, { tool: 'b' }, { tool: 'a', args: '[1]' }]],
    })
    const words = 'Error: tool arguments were not valid JSON. Please retry with a JSON object.'
    expect(told).toEqual([words, 'B', words])
    expect(endsOf(log)).toEqual(['a failed invalid-json', 'b ok', 'a failed invalid-json'])
  })

  test('of a tool that was not offered are answered with names that may be meant', async () => {
    const { told } = await playRuled({ studio: RULES, tools: { search: answer('x') }, turns: [[{ tool: 'serch' }]] })
    expect(told).toEqual(['Tool not found: serch\nDid you mean one of these?\n- search'])
  })

  test('[E-23] a tool may be called by its runtime name', async () => {
    const { told, log } = await playRuled({
      tools: { math_add: { run: answer('5'), studio: { runtime_name: 'math.add' } } },
      turns: [[{ tool: 'math.add' }]],
    })
    expect(told).toEqual(['5'])
    expect(log.find((event) => isOf(event, 'tool.started'))?.tool).toBe('math_add')
  })
})

describe('kept and mocked results', () => {
  test('[U-30] [E-28] a result is given again, with its age', async () => {
    const { hosts, log, told } = await playRuled({
      tools: {
        fetch: {
          run: answer('page'),
          parameters: { type: 'object', properties: { url: { type: 'string' } } },
          studio: { cache: { key: ['url'] } },
        },
      },
      turns: [
        [{ tool: 'fetch', args: '{"url": "u"}' }],
        [
          { tool: 'fetch', args: '{"url": "u"}' },
          { tool: 'fetch', args: '{"url": "v"}' },
        ],
      ],
    })
    expect(told).toEqual(['page', 'page', 'page'])
    expect(hosts.began).toHaveLength(2)
    const cached = log.filter((event) => isOf(event, 'attempt.finished') && event.cached !== undefined)
    expect(cached).toHaveLength(1)
  })

  test.each([
    [{ result: { results: ['a'] } }, 'ok', '{"results":["a"]}'],
    [
      { fail: 'Card declined' },
      'failed returned-error',
      'Tool execution failed: pay - Tool execution failed with: "Card declined"',
    ],
    [
      { raise: 'down' },
      'failed exception',
      'Tool execution failed: pay\nError: Tool execution failed: down\nAttempts: 2',
    ],
    [
      { delay_ms: 90_000, result: 'late' },
      'failed timed-out',
      'Tool execution failed: pay\nError: Tool execution failed: pay timed out after 30000 ms',
    ],
  ])('[U-65] a mock %o stands in for the tool: %s', async (mock, end, text) => {
    const { hosts, log, told } = await playRuled({
      studio: { ...RULES, mocks: { pay: mock } },
      tools: { pay: answer('paid') },
      turns: [[{ tool: 'pay' }]],
    })
    expect(hosts.began).toEqual([])
    expect(endsOf(log)).toEqual([`pay ${end}`])
    expect(told[0]?.startsWith(text)).toBe(true)
  })

  test('[U-65] a row says that it was mocked', async () => {
    const { log } = await playRuled({
      studio: { ...RULES, mocks: { pay: { result: 1 } } },
      tools: { pay: answer('x') },
      turns: [[{ tool: 'pay' }]],
    })
    expect(log.find((event) => isOf(event, 'attempt.finished') && event.mocked === true)).toBeDefined()
  })
})

describe('a long result', () => {
  test('is told in pages to the model, and whole to people', async () => {
    const whole = 'abcdefghij'
    const { told, log, models } = await playRuled({
      studio: { ...RULES, max_output_chars: 4 },
      tools: { read: answer(whole) },
      turns: [[{ tool: 'read', id: 'c1' }], [{ tool: 'read_result', args: '{"call_id": "c1", "offset": 4}' }]],
    })
    expect(told[0]).toMatch(/^abcd\n\[Shown up to character 4 of 10\. Call read_result with /)
    expect(told[1]).toMatch(/^efgh\n\[Shown up to character 8 of 10\./)
    const answered = log.find((event) => isOf(event, 'attempt.finished') && event.answer?.of === 'tool')
    expect(answered).toMatchObject({ answer: { text: whole } })
    expect(models.seen[0]?.body).not.toContain('read_result')
    expect(models.seen[1]?.body).toContain('read_result')
  })
})

describe('the text of a result', () => {
  const bill: FakeTool = () => new Map([['running_cost', new JsonNumber('3.0')]])

  test.each([
    [{}, "{'running_cost': 3.0}"],
    [{ tool_results: 'json' }, '{"running_cost":3.0}'],
    [{ tool_results: 'json', retries: 1 }, '{"running_cost":3.0}'],
    [{ retries: 1 }, "{'running_cost': 3.0}"],
  ])('[N-49] of a Python tool under %o is %s', async (studio, text) => {
    expect((await playRuled({ studio, tools: { bill }, turns: [[{ tool: 'bill' }]] })).told).toEqual([text])
  })

  test('[U-76] of an exception is what the author chose; people still see the cause', async () => {
    const { told, log } = await playRuled({
      studio: { error_text: 'Internal tool error', retries: 0 },
      tools: {
        monitored: () => {
          throw new Error('disk 7 is gone')
        },
      },
      turns: [[{ tool: 'monitored' }]],
    })
    expect(told).toEqual(['Internal tool error'])
    expect(log.find((event) => isOf(event, 'tool.finished'))?.failure?.message).toBe('disk 7 is gone')
  })
})
