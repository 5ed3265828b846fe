// A model request as people read it: messages in order, tools by name.
import { isJsonList, isJsonObject, type Json, jsonAt, parseJson, printJson } from '@slyglass/base'

export interface RequestMessage {
  readonly role: string
  readonly text: string
  readonly calls: readonly { readonly tool: string; readonly args: string }[]
  /** Of a tool's answer: the call that it answers. */
  readonly callId?: string
}

export interface RequestTool {
  readonly name: string
  readonly schema: string
}

export interface RequestOutline {
  readonly messages: readonly RequestMessage[]
  readonly tools: readonly RequestTool[]
  /** Everything else of the body, such as model and temperature, as JSON. */
  readonly rest: string
}

/** Undefined when the text is no request that this view understands; Raw shows it anyway. */
export function outlineRequest(text: string): RequestOutline | undefined {
  const parsed = parseJson(text)
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined
  const messages = parsed.value.get('messages') ?? parsed.value.get('input')
  if (!isJsonList(messages)) return undefined
  const tools = parsed.value.get('tools')
  const rest = [...parsed.value].filter(([key]) => key !== 'messages' && key !== 'input' && key !== 'tools')
  return {
    messages: messages.map((message) => toItem(message) ?? toMessage(message)),
    tools: isJsonList(tools) ? tools.map(toTool) : [],
    rest: printJson(new Map(rest)),
  }
}

/** Calls and their results are items of their own in a responses request. */
function toItem(item: Json): RequestMessage | undefined {
  const [type, id, name] = ['type', 'call_id', 'name'].map((key) => jsonAt(item, key))
  const [args, output] = [jsonAt(item, 'arguments'), jsonAt(item, 'output')]
  if (type === 'function_call') {
    const call = { tool: typeof name === 'string' ? name : 'unknown', args: typeof args === 'string' ? args : '' }
    return { role: 'assistant', text: '', calls: [call] }
  }
  if (type !== 'function_call_output') return undefined
  return { role: 'tool', text: contentOf(output), calls: [], ...(typeof id === 'string' ? { callId: id } : {}) }
}

function toMessage(message: Json): RequestMessage {
  const [role, callId, calls] = ['role', 'tool_call_id', 'tool_calls'].map((key) => jsonAt(message, key))
  return {
    role: typeof role === 'string' ? role : 'unknown',
    text: contentOf(jsonAt(message, 'content')),
    calls: isJsonList(calls) ? calls.map(toCall) : [],
    ...(typeof callId === 'string' ? { callId } : {}),
  }
}

function contentOf(content: Json | undefined): string {
  if (content === undefined || content === null) return ''
  if (typeof content === 'string') return content
  if (!isJsonList(content)) return printJson(content)
  return content
    .map((part) => jsonAt(part, 'text'))
    .map((part) => (typeof part === 'string' ? part : printJson(part ?? null)))
    .join('\n')
}

function toCall(call: Json): { tool: string; args: string } {
  const [name, args] = [jsonAt(call, 'function', 'name'), jsonAt(call, 'function', 'arguments')]
  return { tool: typeof name === 'string' ? name : 'unknown', args: typeof args === 'string' ? args : '' }
}

function toTool(tool: Json): RequestTool {
  const name = jsonAt(tool, 'function', 'name') ?? jsonAt(tool, 'name')
  return { name: typeof name === 'string' ? name : 'unknown', schema: printJson(jsonAt(tool, 'function') ?? tool) }
}
