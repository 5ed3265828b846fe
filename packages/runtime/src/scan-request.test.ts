import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composeBody, type Message } from './conversation.ts'
import { alike } from './forms.ts'
import { cutBody } from './scan-request.ts'

const content = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '\\"', '],[', '}{', '{"messages":[', '\\\\",'),
)
const call = fc.record({
  id: fc.string(),
  tool: fc.string(),
  args: fc.constantFrom('{}', '{"a":[1,{"b":"]"}]}', 'no JSON "'),
})
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constantFrom('system' as const, 'user' as const), content }),
  fc.record({
    role: fc.constant('assistant' as const),
    content,
    calls: fc.array(call, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ role: fc.constant('tool' as const), content, callId: fc.string({ minLength: 1 }) }),
)
const rest = fc.constantFrom('"model":"m"', '"model":"m","tools":[{"name":"x","list":[[1],[2]]}]')

test('a body is cut before and after each message, and its parts are the body', () => {
  fc.assert(
    fc.property(fc.array(message, { minLength: 1 }), rest, (messages, more) => {
      const body = composeBody(messages.map(alike), more, 'chat').truth
      const parts = cutBody(body)
      expect(parts.join('')).toBe(body)
      const spoken = parts.slice(1, -1).map((part) => JSON.parse(part.replace(/^,/, '')) as unknown)
      expect(spoken).toEqual((JSON.parse(body) as { messages: unknown[] }).messages)
    }),
  )
})

test('a conversation that grows has the parts of the one before', () => {
  fc.assert(
    fc.property(fc.array(message, { minLength: 1 }), message, rest, (messages, next, more) => {
      const before = cutBody(composeBody(messages.map(alike), more, 'chat').truth)
      const after = cutBody(composeBody([...messages, next].map(alike), more, 'chat').truth)
      expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
    }),
  )
})

test('items of the other endpoint are cut one by one', () => {
  const said: Message = {
    role: 'assistant',
    content: 'Well',
    calls: [{ id: 'c1', tool: 'look', args: '{"at":"[1]"}' }],
  }
  const parts = cutBody(
    composeBody([alike({ role: 'user', content: 'Q' }), alike(said)], '"model":"m"', 'responses').truth,
  )
  expect(parts.slice(1, -1).map((part) => (JSON.parse(part.replace(/^,/, '')) as { type: string }).type)).toEqual([
    'message',
    'message',
    'function_call',
  ])
})

test('a body of another shape is one part', () => {
  for (const body of ['', '{}', '{"input":"text","model":"m"}', '{"messages":[]}', '{"messages":[{"content":"broken'])
    expect(cutBody(body)).toEqual([body])
})
