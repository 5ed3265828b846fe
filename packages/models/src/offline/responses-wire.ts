// A scripted answer in the shapes of a responses endpoint: one object, or the events of a stream.
import { OFFLINE_MODEL, type OfflineReply, pieces } from './reply.ts'

export function responseObject(reply: OfflineReply): object {
  const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = reply.usage
  return {
    id: 'resp_offline',
    object: 'response',
    created_at: 0,
    status: 'completed',
    model: OFFLINE_MODEL,
    error: null,
    incomplete_details: null,
    output: outputItems(reply),
    usage: { input_tokens: input, output_tokens: output, total_tokens: total },
  }
}

function outputItems({ content, calls }: OfflineReply): readonly object[] {
  const said = content === '' && calls.length > 0 ? [] : [messageItem(content)]
  return [...said, ...calls.map(({ id, name, args }) => callItem(id, name, args))]
}

function messageItem(text: string): object {
  const content = [{ type: 'output_text', text, annotations: [] }]
  return { id: 'msg_offline', type: 'message', role: 'assistant', status: 'completed', content }
}

function callItem(id: string, name: string, args: string): object {
  return { id: `fc_${id}`, type: 'function_call', status: 'completed', call_id: id, name, arguments: args }
}

export function responseEvents(reply: OfflineReply): readonly object[] {
  const response = responseObject(reply)
  const at = { item_id: 'msg_offline', output_index: 0, content_index: 0 }
  const events = [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [], usage: null } },
    ...pieces(reply.content).map((delta) => ({ type: 'response.output_text.delta', ...at, delta })),
    ...outputItems(reply).map((item, index) => ({ type: 'response.output_item.done', output_index: index, item })),
    { type: 'response.completed', response },
  ]
  return events.map((event, sequence_number) => ({ ...event, sequence_number }))
}
