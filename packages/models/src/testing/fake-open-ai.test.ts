// The fake endpoint must answer like the scripted model with which the recordings were made.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeOpenAi, startFakeOpenAi } from './fake-open-ai.ts'

const SCRIPTED = fileURLToPath(new URL('../../../../fixtures/recordings/scripted-model.mjs', import.meta.url))
const SCRIPT = `{
  "usage": {"prompt_tokens": 3, "completion_tokens": 4},
  "rules": [
    {"agent": "desk", "assistant_turns": 0, "last": "^sum", "answer": {"content": "I add.", "chunks": 3,
      "tool_calls": [{"name": "add", "arguments": {"a": 3.0, "b": 12345678901234567890, "s": "ä\\n"}}, {"id": "own", "name": "raw", "arguments": "{"}]}},
    {"agent": "desk", "tool_results": 1, "answer": {"content": "It is 7.", "usage": {"prompt_tokens": 9}}},
    {"last": "fail", "attempt": 0, "answer": {"status": 429, "headers": {"retry-after-ms": "20"}}},
    {"last": "fail", "attempt": 1, "answer": {"status": 500, "error": {"message": "no", "code": "x"}}},
    {"last": "null", "answer": {}},
    {"model": "^other", "answer": {"content": "", "finish_reason": "length"}}
  ]
}`

const system = { role: 'system', content: 'AGENT:desk Answer.' }
const user = (content: unknown) => ({ role: 'user', content })
const calls = [{ id: 'c', type: 'function', function: { name: 'add', arguments: '{}' } }]
const REQUESTS: readonly (readonly [name: string, body: object])[] = [
  ['tool calls', { messages: [system, user('sum it')] }],
  [
    'streamed tool calls',
    { stream: true, stream_options: { include_usage: true }, messages: [system, user('sum it')] },
  ],
  ['a stream without usage', { stream: true, messages: [system, user('sum it')] }],
  [
    'after a tool result',
    {
      messages: [
        system,
        user('x'),
        { role: 'assistant', content: null, tool_calls: calls },
        { role: 'tool', tool_call_id: 'c', content: '7' },
      ],
    },
  ],
  ['an error at the first attempt', { messages: [user('fail')] }],
  ['another at the second', { messages: [user('fail')] }],
  ['no rule at the third', { messages: [user('fail')] }],
  ['no content', { messages: [user('null')] }],
  ['a rule by model', { model: 'other-1', messages: [user([{ type: 'text', text: 'parts' }])] }],
  ['nothing scripted', { model: 'm', messages: [system, user('what')] }],
]

describe('the fake endpoint', () => {
  let fake: FakeOpenAi
  let peer: ChildProcess
  let peerUrl: string
  const folder = mkdtempSync(join(tmpdir(), 'fake-open-ai-'))

  beforeAll(async () => {
    fake = await startFakeOpenAi({ script: SCRIPT })
    writeFileSync(join(folder, 'script.json'), SCRIPT)
    peer = spawn(process.execPath, [SCRIPTED, join(folder, 'script.json')], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(createInterface({ input: peer.stdout! }), 'line')
    peerUrl = `http://127.0.0.1:${String(line).split(' ')[1]}/v1`
  })

  afterAll(async () => {
    peer.kill()
    await fake.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const answerOf = async (baseUrl: string, body: object) => {
    const response = await fetch(`${baseUrl}/chat/completions`, { method: 'POST', body: JSON.stringify(body) })
    const text = await response.text()
    const { 'retry-after-ms': retry, 'content-type': type } = Object.fromEntries(response.headers)
    return { status: response.status, retry, type, text: text.replaceAll('chatcmpl-fake', 'chatcmpl-scripted') }
  }

  for (const [name, body] of REQUESTS) {
    test(`answers like the scripted model of the recordings: ${name}`, async () => {
      expect(await answerOf(fake.baseUrl, body)).toEqual(await answerOf(peerUrl, body))
    })
  }

  test('keeps the received text of each request, the agent and the rule', () => {
    expect(fake.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/chat/completions',
      body: JSON.stringify(REQUESTS[0]![1]),
      agent: 'desk',
      rule: 0,
    })
    expect(fake.requests.at(-1)).toMatchObject({ agent: 'desk', rule: null })
  })
})
