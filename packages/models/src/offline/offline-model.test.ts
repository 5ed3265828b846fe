import { readFileSync } from 'node:fs'
import type { ModelProvider, WireRequest } from '@slyglass/runtime'
import { describe, expect, test } from 'vitest'
import { createModelPort } from '../model-port.ts'

const port = createModelPort({ credential: () => undefined })

interface Asked {
  readonly script?: string
  readonly agent?: string
  readonly body: object | string
  readonly signal?: AbortSignal
}

function offline(script?: string): ModelProvider {
  const ref = { label: 'offline', baseUrl: 'offline:', offline: true }
  return { ref, baseUrl: 'offline:', ...(script !== undefined && { script }) }
}

async function ask({ script, agent = 'front', body, signal }: Asked) {
  const seen: WireRequest[] = []
  const pieces: string[] = []
  const reply = await port.send({
    provider: offline(script),
    agent,
    network: 'basic/demo',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal: signal ?? new AbortController().signal,
    beforeSend: async (request) => {
      seen.push(request)
      return 'send'
    },
    onText: (text) => pieces.push(text),
  })
  return { reply, seen, pieces }
}

const user = (content: string) => ({ role: 'user', content })
const script = (...rules: object[]) => JSON.stringify({ rules })

describe('the offline model with a script', () => {
  test('[M2.1] its requests pass the same door, with the agent and network left out of them', async () => {
    const body = '{"model":"m","messages":[{"role":"user","content":"hi"}],"temperature":0.0}'
    const { seen, reply } = await ask({
      script: script({ agent: 'desk', answer: { content: 'Hello.' } }),
      agent: 'desk',
      body,
    })
    expect(reply).toMatchObject({ text: 'Hello.', calls: [], finishReason: 'stop', model: 'offline-model' })
    expect(seen).toHaveLength(1)
    expect(seen[0]!.body).toBe(body)
    expect(JSON.stringify(seen)).not.toMatch(/desk|basic\/demo/)
  })

  test('the first rule whose conditions all hold answers', async () => {
    const rules = script(
      { agent: 'other', answer: { content: 'wrong agent' } },
      { user: '^no$', answer: { content: 'wrong words' } },
      { user_turns: 1, answer: { content: 'wrong turn' } },
      { tool_results: 1, answer: { content: 'wrong results' } },
      { find: 'absent', answer: { content: 'absent' } },
      { tool: 'x', answer: { content: 'no tool message' } },
      { user: 'wh(a)t', user_turns: 2, tool_results: 0, answer: { content: 'right {{user.1}} {{user}}' } },
      { answer: { content: 'too late' } },
    )
    const { reply } = await ask({ script: rules, body: { model: 'm', messages: [user('one'), user('what')] } })
    expect(reply.text).toBe('right a what')
  })

  test('a lone placeholder becomes a number with its digits, and any other stays text', async () => {
    const rules = `{"rules":[{"find":"cost': ([0-9.]+)","answer":{"tool_calls":[{"name":"t","arguments":{"a":"{{find.1}}","b":" {{find.1}}","c":1.50}}]}}]}`
    const messages = [user("cost': 1.0"), { role: 'assistant', content: "cost': 3.0" }, user('next')]
    const { reply } = await ask({ script: rules, body: { model: 'm', messages } })
    expect(reply.calls).toEqual([{ id: 'call_offline_1_0', tool: 't', args: '{"a":3.0,"b":" 3.0","c":1.50}' }])
    expect(reply.finishReason).toBe('tool_calls')
  })

  test('instructions are not part of the conversation that "find" searches', async () => {
    const messages = [{ role: 'system', content: 'cost: 9' }, user('hi')]
    const rules = script({ find: 'cost: 9', answer: { content: 'found' } }, { answer: { content: 'not found' } })
    expect((await ask({ script: rules, body: { model: 'm', messages } })).reply.text).toBe('not found')
  })

  test('a question outside the script is answered with what the model is', async () => {
    const { reply } = await ask({
      script: script({ user: 'x', answer: { content: 'y' } }),
      body: { messages: [user('Why?')] },
    })
    expect(reply.text).toContain('offline model (not a language model)')
    expect(reply.text).toContain('“Why?”')
  })

  test('arguments given as text are sent untouched', async () => {
    const rules = script({ answer: { tool_calls: [{ name: 't', arguments: '{"n": 1.0' }] } })
    expect((await ask({ script: rules, body: { messages: [user('x')] } })).reply.calls[0]!.args).toBe('{"n": 1.0')
  })

  test.each([
    ['{', 'no JSON'],
    ['{\n "rules": [}', '(line 2, column 12)'],
    ['{"rules":[{}]}', 'rules[0].answer'],
    ['{"rules":[{"answer":{}}]}', 'needs "content" or "tool_calls"'],
    ['{"rules":[{"user":"(","answer":{"content":"a"}}]}', 'rules[0].user: is not a regular expression'],
    ['{"rules":[{"answer":{"content":"{{find.1}}"}}]}', 'needs a pattern "find"'],
    ['{"rules":[{"agnet":"a","answer":{"content":"a"}}]}', 'agnet'],
  ])('the script %s is refused with a reason', async (text, reason) => {
    const failed = ask({ script: text, body: { messages: [user('x')] } })
    await expect(failed).rejects.toMatchObject({
      failure: { code: 'offline-script-invalid', retryable: false },
      status: undefined,
    })
    await expect(failed).rejects.toThrow(reason)
    await expect(failed).rejects.toThrow('network basic/demo')
  })

  test.each(['music_nerd_pro', 'music_nerd_pro_sly', 'music_nerd_pro_ts', 'gift_desk'])(
    'the sample script of %s is readable',
    async (name) => {
      const text = readFileSync(
        new URL(`../../../../samples/studio/registries/basic/${name}.offline.json`, import.meta.url),
        'utf8',
      )
      const { reply } = await ask({ script: text, agent: 'nobody', body: { messages: [user('x')] } })
      expect(reply.text).toContain('no answer')
    },
  )
})

describe('the offline model that streams', () => {
  const long = 'The quick brown fox 🦊 jumps over the lazy dog. '.repeat(40)

  test('text comes in small pieces that join to the whole', async () => {
    const body = { stream: true, stream_options: { include_usage: true }, messages: [user('x y')] }
    const { reply, pieces } = await ask({ script: script({ answer: { content: long } }), body })
    expect(pieces.length).toBeGreaterThan(20)
    expect(pieces.join('')).toBe(long)
    expect(reply.text).toBe(long)
    expect(reply.usage).toEqual({ promptTokens: 2, completionTokens: long.trim().split(/\s+/).length })
  })

  test('tool calls are put together exactly', async () => {
    const rules =
      '{"usage":{"prompt_tokens":5,"completion_tokens":6},"rules":[{"answer":{"content":"Wait.","tool_calls":[{"name":"a","arguments":{"n":3.0,"s":"é\\n\\"q\\""}},{"name":"b"}]}}]}'
    const { reply } = await ask({ script: rules, body: { stream: true, messages: [user('x')] } })
    expect(reply.text).toBe('Wait.')
    expect(reply.calls).toEqual([
      { id: 'call_offline_0_0', tool: 'a', args: '{"n":3.0,"s":"é\\n\\"q\\""}' },
      { id: 'call_offline_0_1', tool: 'b', args: '{}' },
    ])
    expect(reply.usage).toBeUndefined()
  })

  test.each([true, false])('stopping ends it at once, streaming %s', async (stream) => {
    const rules = script({ answer: { content: long, delay_ms: 600_000 } })
    const stop = new AbortController()
    const asked = ask({ script: rules, body: { stream, messages: [user('x')] }, signal: stop.signal })
    setTimeout(() => stop.abort(new Error('stopped by the person')), 20)
    await expect(asked).rejects.toThrow('stopped by the person')
  })

  test('stopping in the middle of the text ends it', async () => {
    const stop = new AbortController()
    const pieces: string[] = []
    const asked = port.send({
      provider: offline(script({ answer: { content: long } })),
      agent: 'a',
      network: 'n',
      body: JSON.stringify({ stream: true, messages: [user('x')] }),
      signal: stop.signal,
      beforeSend: async () => 'send',
      onText: (text) => {
        pieces.push(text)
        stop.abort(new Error('enough'))
      },
    })
    await expect(asked).rejects.toThrow('enough')
    expect(pieces.length).toBeLessThan(4)
  })
})

describe('the offline model without a script', () => {
  const tool = (name: string, description: string, parameters?: object) => ({
    type: 'function',
    function: { name, description, ...(parameters && { parameters }) },
  })

  test('it calls the first tool that shares a word with the question, with fitted arguments', async () => {
    const parameters = {
      type: 'object',
      required: ['text', 'count', 'share', 'sure', 'list', 'kind', 'maybe', 'inner', 'low'],
      properties: {
        text: { type: 'string' },
        count: { type: 'integer' },
        share: { type: 'number' },
        sure: { type: 'boolean' },
        list: { type: 'array', items: { type: 'string' } },
        kind: { enum: ['small', 'large'] },
        maybe: { anyOf: [{ type: 'null' }, { type: 'integer' }] },
        inner: { type: 'object', required: ['x'], properties: { x: { type: 'boolean' } } },
        low: { type: 'integer', minimum: 10 },
        left_out: { type: 'string' },
      },
    }
    const tools = [tool('first', 'anything'), tool('BookFinder', 'looks up books', parameters)]
    const { reply } = await ask({ body: { messages: [user('find books 7.50')], tools } })
    const q = 'find books 7.50'
    expect(reply.calls).toEqual([
      {
        id: 'call_offline_0_0',
        tool: 'BookFinder',
        args: `{"text":"${q}","count":7,"share":7.50,"sure":true,"list":["${q}"],"kind":"small","maybe":7,"inner":{"x":true},"low":10}`,
      },
    ])
  })

  test('without a shared word it calls the first tool', async () => {
    const { reply } = await ask({ body: { messages: [user('hm')], tools: [tool('one', ''), tool('two', '')] } })
    expect(reply.calls).toMatchObject([{ tool: 'one', args: '{}' }])
  })

  test('after a tool result it repeats the result and says what it is', async () => {
    const messages = [
      user('hm'),
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'one', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'it is 7' },
    ]
    const { reply } = await ask({ body: { messages, tools: [tool('one', '')] } })
    expect(reply.text).toBe(
      'This is the offline model (not a language model); it repeats what its tools said.\none says: it is 7',
    )
  })

  test('without tools it says that it cannot answer', async () => {
    const { reply } = await ask({ body: { messages: [user('Who wrote it?\nTell me')] } })
    expect(reply.text).toContain('offline model (not a language model)')
    expect(reply.text).toContain('“Who wrote it?…”')
  })

  test('the same request gets the same answer', async () => {
    const body = { messages: [user('look books')], tools: [tool('one', ''), tool('two', 'books')] }
    expect((await ask({ body })).reply).toEqual((await ask({ body })).reply)
  })
})
