// A scripted reply in the two shapes of chat completions: one object, or the events of a stream.
import type { FakeReply } from './script.ts'

export function chatCompletion(reply: FakeReply): object {
  const calls = reply.calls.map(({ id, name, args }) => ({ id, type: 'function', function: { name, arguments: args } }))
  const message = { role: 'assistant', content: reply.content, ...(calls.length > 0 && { tool_calls: calls }) }
  return {
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    created: 0,
    model: reply.model,
    choices: [{ index: 0, message, finish_reason: reply.finish, logprobs: null }],
    usage: reply.usage,
  }
}

export function chatEvents(reply: FakeReply, includeUsage: boolean): readonly string[] {
  const head = { id: 'chatcmpl-fake', object: 'chat.completion.chunk', created: 0, model: reply.model }
  const chunk = (delta: object, finish: string | null = null): object => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  const calls = reply.calls.flatMap(({ id, name, args }, index) => [
    chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
    ...pieces(args, 2).map((part) => chunk({ tool_calls: [{ index, function: { arguments: part } }] })),
  ])
  const chunks = [
    chunk({ role: 'assistant', content: '' }),
    ...pieces(reply.content ?? '', reply.chunks).map((content) => chunk({ content })),
    ...calls,
    chunk({}, reply.finish),
    ...(includeUsage ? [{ ...head, choices: [], usage: reply.usage }] : []),
  ]
  return [...chunks.map((each) => `data: ${JSON.stringify(each)}\n\n`), 'data: [DONE]\n\n']
}

function pieces(text: string, count: number): readonly string[] {
  const size = Math.max(1, Math.ceil(text.length / Math.max(1, count)))
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size))
}
