import { describe, expect, test } from 'vitest'
import { outlineRequest } from './request-messages.ts'

const body = JSON.stringify({
  model: 'gpt-4o',
  messages: [
    { role: 'system', content: 'You keep the books.' },
    { role: 'user', content: [{ type: 'text', text: 'How much?' }] },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'Accountant', arguments: '{"fee":3.0}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: "{'running_cost': 3.0}" },
  ],
  tools: [{ type: 'function', function: { name: 'Accountant', parameters: {} } }],
  stream: true,
})

describe('request outline', () => {
  test('[S-22] messages, calls and tools are listed as they were sent', () => {
    expect(outlineRequest(body)).toEqual({
      messages: [
        { role: 'system', text: 'You keep the books.', calls: [] },
        { role: 'user', text: 'How much?', calls: [] },
        { role: 'assistant', text: '', calls: [{ tool: 'Accountant', args: '{"fee":3.0}' }] },
        { role: 'tool', text: "{'running_cost': 3.0}", calls: [], callId: 'c1' },
      ],
      tools: [{ name: 'Accountant', schema: '{"name":"Accountant","parameters":{}}' }],
      rest: '{"model":"gpt-4o","stream":true}',
    })
  })

  test('a body of another kind has no outline', () => {
    expect([outlineRequest('{"input":"x"}'), outlineRequest('not JSON'), outlineRequest('[]')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

test('a responses request reads the same: calls and their results are messages', () => {
  const body = JSON.stringify({
    input: [
      { content: 'Be kind.', role: 'system', type: 'message' },
      { arguments: '{"n":1}', call_id: 'c', name: 'keep', type: 'function_call' },
      { type: 'function_call_output', output: 'kept', call_id: 'c' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.', annotations: [] }] },
    ],
    model: 'm',
    tools: [{ type: 'function', name: 'keep', parameters: {} }],
  })
  const outline = outlineRequest(body)
  expect(outline?.messages).toEqual([
    { role: 'system', text: 'Be kind.', calls: [] },
    { role: 'assistant', text: '', calls: [{ tool: 'keep', args: '{"n":1}' }] },
    { role: 'tool', text: 'kept', calls: [], callId: 'c' },
    { role: 'assistant', text: 'Done.', calls: [] },
  ])
  expect([outline?.tools.map((tool) => tool.name), outline?.rest]).toEqual([['keep'], '{"model":"m"}'])
})
