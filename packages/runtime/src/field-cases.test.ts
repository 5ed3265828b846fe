// What goes wrong in the field between a model and its tools, each named by its case. Where a recording of neuro-san says
// otherwise than the case, the recording is followed.
import { type Json, toJson } from '@slyglass/base'
import type { RunEvent } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { ModelFailure } from './ports.ts'
import { type FakeTool, fakeHosts, scriptedModels, TEST_RUN, testBench, testRequest } from './testing/index.ts'
import { callsAndResults } from './testing/random-desk.ts'

const PARAMETERS = { type: 'object', properties: { q: { type: 'string' } } }

function desk(tools: readonly string[], more: object = {}) {
  return {
    llm_config: { model_name: 'gpt-4o', use_responses_api: false },
    tools: [
      {
        name: 'front',
        function: { description: 'I ask.' },
        instructions: 'AGENT:front Ask.',
        tools,
        allow: { to_upstream: { sly_data: true } },
        ...more,
      },
      ...tools.map((name) => ({
        name,
        function: { description: `I am ${name}.`, parameters: PARAMETERS },
        class: `${name}.Tool`,
      })),
    ],
  }
}

interface Call {
  readonly tool: string
  readonly args: string
}

/** A front man that makes these calls at first, and answers in words when it has their results. */
async function play(
  calls: readonly Call[],
  tools: Readonly<Record<string, FakeTool>>,
  sly: Record<string, string> = {},
) {
  const models = scriptedModels([
    { agent: 'front', assistantTurns: 0, answer: { calls } },
    { agent: 'front', answer: { content: 'Done.' } },
  ])
  const hosts = fakeHosts(Object.fromEntries(Object.entries(tools).map(([name, tool]) => [`${name}.Tool`, tool])))
  const bench = testBench({ models, hosts, sly })
  const log = await bench.run(testRequest(desk(Object.keys(tools)), 'go'))
  return { log, hosts, bodies: models.seen.map(({ body }) => body), bench }
}

const answerOf = (log: readonly RunEvent[]) => log.flatMap((event) => (event.type === 'run.finished' ? event : []))[0]
const told = (log: readonly RunEvent[]) => log.flatMap((event) => (event.type === 'note.noted' ? [event.text] : []))

describe('[B11] [B32] arguments that are no JSON', () => {
  test.each([
    ['two values in one text', '{"q":"*"}{"q":"src"}'],
    ['cut off in the middle', '{"q":"half a sen'],
  ])('%s: nothing runs, the text is kept for people, the run goes on', async (_case, args) => {
    const { log, hosts } = await play([{ tool: 'glob', args }], { glob: () => 'ran' })
    expect(hosts.began).toEqual([])
    expect(told(log).filter((text) => text.includes(args))).toHaveLength(1)
    expect(answerOf(log)).toMatchObject({ type: 'run.finished' })
  })

  test('beside a call that can be read, which runs', async () => {
    const { log, hosts, bodies } = await play(
      [
        { tool: 'glob', args: '{"q":' },
        { tool: 'glob', args: '{"q":"src"}' },
      ],
      { glob: () => 'ran' },
    )
    expect(hosts.began).toEqual(['glob.Tool {"q":"src"}'])
    const { calls, results } = callsAndResults(bodies.at(-1) ?? '')
    expect([calls.length, results]).toEqual([1, calls])
    expect(answerOf(log)).toMatchObject({ outcome: 'ok', answer: 'Done.' })
  })
})

test.each(['5', '[1,2]', '"{\\"q\\":1}"', 'true'])(
  '[B31] arguments that are JSON and no object (%s) run nothing, say so, and end nothing but this answer',
  async (args) => {
    const { log, hosts } = await play([{ tool: 'glob', args }], { glob: () => 'ran' })
    expect(hosts.began).toEqual([])
    expect(JSON.stringify(log)).toContain('unreadable-answer')
    expect(log.at(-1)?.type).toBe('run.finished')
  },
)

describe('[B43] what a tool did is done once', () => {
  test('although the model request after it is tried again', async () => {
    const failure = new ModelFailure({ code: 'provider-error', message: 'Busy.', retryable: true }, 503)
    const charged: string[] = []
    const models = scriptedModels([
      { agent: 'front', assistantTurns: 0, answer: { calls: [{ tool: 'charge', args: '{}' }] } },
      { agent: 'front', assistantTurns: 1, attempt: 0, answer: { failure } },
      { agent: 'front', answer: { content: 'Paid.' } },
    ])
    const hosts = fakeHosts({
      'charge.Tool': () => {
        charged.push('ledger line')
        return 'charged'
      },
    })
    const log = await testBench({ models, hosts }).run(testRequest(desk(['charge']), 'go'))
    expect(charged).toHaveLength(1)
    const attempts = log.filter((event) => event.type === 'attempt.started' && event.of === 'model')
    expect(attempts).toHaveLength(3)
    expect(answerOf(log)).toMatchObject({ outcome: 'ok', answer: 'Paid.' })
  })

  test('and a tool that failed is not called again by itself', async () => {
    let tries = 0
    const { log } = await play([{ tool: 'charge', args: '{}' }], {
      charge: () => {
        tries += 1
        throw new Error('timed out after the money was taken')
      },
    })
    expect(tries).toBe(1)
    expect(log.filter((event) => event.type === 'attempt.started' && event.of === 'tool')).toHaveLength(1)
  })
})

test('[B44] a tool that changes its arguments and the board changes no record, and every write has its writer', async () => {
  const args = '{"q":"as the model said"}'
  const meddle: FakeTool = (given, { board }) => {
    const own = given as Map<string, Json>
    own.clear()
    own.set('x', toJson(9))
    board.set('n', String(Number(board.get('n') ?? '0') + 1))
    board.delete('token')
    return 'ok'
  }
  const { log, bodies, bench } = await play([{ tool: 'meddle', args }], { meddle }, { token: '"k-demo-7431-canary"' })
  expect(log.find((event) => event.type === 'tool.started')).toMatchObject({ args })
  const { messages } = JSON.parse(bodies.at(-1) ?? '{}')
  expect(JSON.parse(messages[2].tool_calls[0].function.arguments)).toEqual(JSON.parse(args))
  const changes = log.flatMap((event) => (event.type === 'sly.changed' ? [event] : []))
  expect(JSON.stringify(changes)).toContain('"n"')
  expect(JSON.stringify(changes)).toContain('"token"')
  expect(changes.every(({ span }) => span.startsWith('r.a'))).toBe(true)
  expect([...bench.vault.values()]).toEqual([['n', '1']])
  const other = await play([{ tool: 'meddle', args }], { meddle })
  expect([...other.bench.vault.values()]).toEqual([['n', '1']])
})

describe('[B74] a tool that is not there', () => {
  test.each(['addd', 'Math_Add', 'math.add', ''])('called %j: the model is told, and the run goes on', async (tool) => {
    const { log, hosts, bodies } = await play([{ tool, args: '{}' }], { math_add: () => 'ran' })
    expect(hosts.began).toEqual([])
    expect(log.find((event) => event.type === 'tool.started')).toMatchObject({ kind: 'unknown', tool })
    expect(bodies.at(-1)).toContain('math_add')
    const { calls, results } = callsAndResults(bodies.at(-1) ?? '')
    expect(results).toEqual(calls)
    expect(answerOf(log)).toMatchObject({ outcome: 'ok', answer: 'Done.' })
  })
})

describe('[B14] tools whose names are alike once they are cleaned', () => {
  const URLS = ['http://parts.test/mcp', 'http://more.test/mcp']
  const LISTS: Readonly<Record<string, readonly string[]>> = {
    'http://parts.test/mcp': ['read-file', 'read.file', 'math.add', 'math/add', '天気', '時間'],
    'http://more.test/mcp': ['read_file', 'math add', 'read-file'],
  }

  async function offer(lists: typeof LISTS, calls: readonly Call[] = []) {
    const asked: string[] = []
    const mcp = {
      list: async ({ url }: { readonly url: string }) =>
        (lists[url] ?? []).map((name) => ({ name, description: `${url} ${name}`, schema: '{"type":"object"}' })),
      call: async ({ url }: { readonly url: string }, tool: string) => {
        asked.push(`${url} ${tool}`)
        return { ok: true, texts: [`from ${tool}`] }
      },
    }
    const models = scriptedModels([
      { agent: 'front', assistantTurns: 0, answer: calls.length > 0 ? { calls } : { content: 'Done.' } },
      { agent: 'front', answer: { content: 'Done.' } },
    ])
    const hosts = fakeHosts({ 'math_add.Tool': () => String(asked.push('coded math_add')) })
    const bench = testBench({ models, hosts, mcp })
    const network = desk(['math_add'])
    const front = { ...network.tools[0], tools: [...URLS, 'math_add'] }
    await bench.run(testRequest({ ...network, tools: [front, ...network.tools.slice(1)] }, 'go', { run: TEST_RUN }))
    const { tools } = JSON.parse(models.seen[0]?.body ?? '{}') as {
      tools: { function: { name: string; description: string } }[]
    }
    return { asked, offered: new Map(tools.map((tool) => [tool.function.name, tool.function.description])) }
  }

  test('are all offered, under names of their own that providers take', async () => {
    const { offered } = await offer(LISTS)
    expect([...offered.values()].sort()).toEqual(
      [
        'I am math_add.',
        ...['read-file', 'read.file', 'math.add', 'math/add', '天気', '時間'].map((name) => `${URLS[0]} ${name}`),
        // The second read-file has a name that is there already, as neuro-san says.
        ...['read_file', 'math add'].map((name) => `${URLS[1]} ${name}`),
      ].sort(),
    )
    for (const name of offered.keys()) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    expect(offered.get('math_add')).toBe('I am math_add.')
    expect(offered.get('read_file')).toBe(`${URLS[1]} read_file`)
  })

  test('have the same names in every run, in whatever order the servers list them', async () => {
    const { offered } = await offer(LISTS)
    const turned = Object.fromEntries(Object.entries(LISTS).map(([url, names]) => [url, [...names].reverse()]))
    const again = await offer(turned)
    expect(new Map([...again.offered].sort())).toEqual(new Map([...offered].sort()))
  })

  test('are never taken for each other', async () => {
    const { offered } = await offer(LISTS)
    for (const [tool, description] of offered) {
      const { asked } = await offer(LISTS, [{ tool, args: '{}' }])
      expect(asked).toEqual([description === 'I am math_add.' ? 'coded math_add' : description])
    }
  })
})
