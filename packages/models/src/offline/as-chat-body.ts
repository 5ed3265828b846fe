// A responses request as the chat request that says the same, so that one reader understands both.
import { isJsonList, type Json, type JsonObject, jsonAt } from '@slyglass/base'

export function asChatBody(body: Json): Json {
  const input = jsonAt(body, 'input')
  const items = typeof input === 'string' ? [userMessage(input)] : isJsonList(input) ? input : []
  const instructions = jsonAt(body, 'instructions')
  const system: Json[] = typeof instructions === 'string' ? [message('system', instructions)] : []
  const tools = jsonAt(body, 'tools')
  return new Map<string, Json>([
    ['messages', [...system, ...joinCalls(items)]],
    ['model', jsonAt(body, 'model') ?? null],
    ['stream', jsonAt(body, 'stream') ?? false],
    ['tools', isJsonList(tools) ? tools.map((tool) => new Map([['function', tool]])) : []],
  ])
}

function userMessage(text: string): JsonObject {
  return message('user', text)
}

function message(role: string, content: Json): JsonObject {
  return new Map<string, Json>([
    ['role', role],
    ['content', content],
  ])
}

/** Calls stand by themselves here; in a chat request those of one answer share an assistant message. */
function joinCalls(items: readonly Json[]): readonly Json[] {
  const messages: Map<string, Json>[] = []
  let calls: Json[] | undefined
  for (const item of items) {
    const type = jsonAt(item, 'type')
    if (type === 'function_call') {
      if (calls === undefined) {
        calls = []
        const last = messages.at(-1)
        if (last?.get('role') === 'assistant' && !last.has('tool_calls')) last.set('tool_calls', calls)
        else messages.push(new Map<string, Json>([...message('assistant', ''), ['tool_calls', calls]]))
      }
      calls.push(toCall(item))
      continue
    }
    calls = undefined
    if (type === 'function_call_output')
      messages.push(
        new Map([...message('tool', jsonAt(item, 'output') ?? ''), ['tool_call_id', jsonAt(item, 'call_id') ?? '']]),
      )
    else if (jsonAt(item, 'role') !== undefined)
      messages.push(new Map(message(String(jsonAt(item, 'role')), jsonAt(item, 'content') ?? '')))
  }
  return messages
}

function toCall(item: Json): JsonObject {
  const called = new Map<string, Json>([
    ['name', jsonAt(item, 'name') ?? ''],
    ['arguments', jsonAt(item, 'arguments') ?? ''],
  ])
  return new Map<string, Json>([
    ['id', jsonAt(item, 'call_id') ?? ''],
    ['function', called],
  ])
}
