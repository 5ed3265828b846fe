// What an agent and its model said to each other, and the body that asks for the next answer at either endpoint.
import { type JsonText, printJson } from '@slyglass/base'
import type { HistoryMessage, ModelCall } from '@slyglass/run-log'
import { type OfferedTool, offeredFlat, offeredFunction, pythonJson, readArguments, wholeJson } from '@slyglass/tools'
import type { PastMessage } from '@slyglass/tools/define'
import type { Forms } from './forms.ts'
import type { ModelApi, ModelSettings } from './llm/model-settings.ts'

export type Message = (
  | { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly calls: readonly ModelCall[] }
  | { readonly role: 'tool'; readonly content: string; readonly callId: string; readonly name?: string }
) & {
  /** By which middleware finds it again; never sent. */
  readonly id?: string
}

/** Everything of an agent's bodies that stays the same from turn to turn. */
export function bodyRest(settings: ModelSettings, tools: readonly OfferedTool[], api: ModelApi): string {
  const fields = settings.fields[api].map(([name, value]) => `${JSON.stringify(name)}:${printJson(value)}`)
  if (tools.length > 0) fields.push(`"tools":[${tools.map((tool) => printTool(tool, settings, api)).join(',')}]`)
  return fields.join(',')
}

/** Tools are the same in every run of a network: each is printed once. */
const printed = new WeakMap<OfferedTool, Map<string, string>>()

function printTool(tool: OfferedTool, { strict }: ModelSettings, api: ModelApi): string {
  const known = printed.get(tool) ?? new Map<string, string>()
  printed.set(tool, known)
  const name = `${api} ${strict}`
  const text = known.get(name) ?? printJson((api === 'chat' ? offeredFunction : offeredFlat)(tool, strict))
  known.set(name, text)
  return text
}

/** The body in both forms; printing once is enough while nothing was masked. */
export function composeBody(messages: readonly Forms<Message>[], rest: string, api: ModelApi): Forms<JsonText> {
  const [name, printOne] = api === 'chat' ? (['messages', printMessage] as const) : (['input', printItems] as const)
  const print = (form: 'truth' | 'logged') =>
    `{"${name}":[${messages.map((message) => printOne(message[form])).join(',')}],${rest}}`
  const truth = print('truth')
  const same = messages.every((message) => message.truth === message.logged)
  return { truth, logged: same ? truth : print('logged') }
}

function printMessage(message: Message): string {
  const content = JSON.stringify(message.content)
  if (message.role === 'tool') return printResult(message)
  if (!('calls' in message)) return `{"content":${content},"role":"${message.role}"}`
  const said = message.content === '' ? 'null' : content
  return `{"content":${said},"role":"assistant","tool_calls":[${message.calls.map(printCall).join(',')}]}`
}

/** Only of a past that is told with its calls a result has the name of its tool, and may be without a call. */
function printResult({ content, callId, name }: Extract<Message, { role: 'tool' }>): string {
  const id = callId === '' ? '' : `,"tool_call_id":${JSON.stringify(callId)}`
  const named = name === undefined ? '' : `,"name":${JSON.stringify(name)}`
  return `{"content":${JSON.stringify(content)},"role":"tool"${id}${named}}`
}

function printCall(call: ModelCall): string {
  const [id, name, args] = [call.id, call.tool, respelled(call.args)].map((text) => JSON.stringify(text))
  return `{"type":"function","id":${id},"function":{"name":${name},"arguments":${args}}}`
}

/** Arguments go back to the model as Python writes JSON, because neuro-san reads and writes them on the way. */
function respelled(args: string): string {
  const read = readArguments(args)
  return read.kind === 'object' ? pythonJson(read.args, 'kept') : args
}

/** A message as items of a responses request: calls are items of their own and keep the text the model wrote. */
function printItems(message: Message): string {
  const content = JSON.stringify(message.content)
  if (message.role === 'tool')
    return `{"type":"function_call_output","output":${content},"call_id":${JSON.stringify(message.callId)}}`
  if (message.role !== 'assistant') return `{"content":${content},"role":"${message.role}","type":"message"}`
  const said = `{"type":"message","role":"assistant","content":[{"type":"output_text","text":${content},"annotations":[]}]}`
  if (!('calls' in message)) return said
  return [...(message.content === '' ? [] : [said]), ...message.calls.map(printCallItem)].join(',')
}

function printCallItem(call: ModelCall): string {
  const args = call.args.trim() === '' || call.args.trim() === 'null' ? '{}' : call.args
  const [written, callId, name] = [wholeJson(args), call.id, call.tool].map((text) => JSON.stringify(text))
  const id = call.itemId === undefined ? '' : `,"id":${JSON.stringify(call.itemId)}`
  return `{"arguments":${written},"call_id":${callId},"name":${name},"type":"function_call"${id},"status":"completed"}`
}

/** A past message as the model sees it. */
export function historyMessage({ type, text, calls, result }: HistoryMessage): Message {
  if (calls !== undefined) return { role: 'assistant', content: text, calls }
  if (result === undefined) return { role: type === 'HUMAN' ? 'user' : 'assistant', content: text }
  const { callId = '', name } = result
  return { role: 'tool', content: text, callId, ...(name !== undefined && { name }) }
}

/** The first message, which always stays, and the last `max` of the others; no result without the answer that calls for it. */
export function trimHistory(
  history: readonly Forms<HistoryMessage>[],
  max: number | undefined,
): readonly Forms<HistoryMessage>[] {
  if (max === undefined || max <= 1 || history.length <= max + 1) return history
  const newest = history.slice(history.length - max)
  const from = newest.findIndex(({ truth }) => truth.result === undefined)
  return [...history.slice(0, 1), ...(from < 0 ? [] : newest.slice(from))]
}

/** The conversation as tools are told it: what was said, without calls and their results. */
export function pastMessages(messages: readonly Message[]): readonly PastMessage[] {
  return messages.flatMap(({ role, content }): readonly PastMessage[] =>
    role === 'user' || (role === 'assistant' && content !== '') ? [{ role, content }] : [],
  )
}
