// A scripted answer in the shapes of chat completions: one object, or the chunks of a stream.
import type { OfflineReply } from './reply.ts'
import { OFFLINE_MODEL, pieces } from './reply.ts'
import { OFFLINE_LABEL } from './rule-of-thumb.ts'

const HEAD = {
  id: 'chatcmpl-offline',
  created: 0,
  model: OFFLINE_MODEL,
  system_fingerprint: `${OFFLINE_LABEL}; usage counts words`,
}

export function chatCompletion(reply: OfflineReply): object {
  const message = {
    role: 'assistant',
    content: reply.content === '' && reply.calls.length > 0 ? null : reply.content,
    ...(reply.calls.length > 0 && { tool_calls: reply.calls.map(toCall) }),
  }
  return {
    ...HEAD,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: reply.finish }],
    usage: reply.usage,
  }
}

const toCall = (call: OfflineReply['calls'][number]): object => ({
  id: call.id,
  type: 'function',
  function: { name: call.name, arguments: call.args },
})

export function chatChunks(reply: OfflineReply, includeUsage: boolean): readonly object[] {
  const chunk = (delta: object, finish: string | null = null): object => ({
    ...HEAD,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  const calls = reply.calls.flatMap(({ id, name, args }, index) => [
    chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
    ...pieces(args).map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ])
  return [
    chunk({ role: 'assistant', content: '' }),
    ...pieces(reply.content).map((content) => chunk({ content })),
    ...calls,
    chunk({}, reply.finish),
    ...(includeUsage ? [{ ...HEAD, object: 'chat.completion.chunk', choices: [], usage: reply.usage }] : []),
  ]
}
