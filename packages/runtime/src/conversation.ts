// What an agent and its model said to each other, and the chat-completions body that asks for the next answer.
import { type Json, type JsonText, printJson } from '@slyglass/base'
import type { HistoryMessage, ModelCall } from '@slyglass/run-log'
import { type OfferedTool, offeredFunction, pythonJson, readArguments } from '@slyglass/tools'
import type { Forms } from './forms.ts'
import type { ModelSettings } from './model-settings.ts'

export type Message =
  | { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly calls: readonly ModelCall[] }
  | { readonly role: 'tool'; readonly content: string; readonly callId: string }

/** Everything of an agent's bodies that stays the same from turn to turn. */
export function bodyRest(settings: ModelSettings, tools: readonly OfferedTool[]): string {
  const offered = tools.map((tool) => offeredFunction(tool, settings.strict))
  const fields: (readonly [string, Json])[] = [...settings.fields]
  if (offered.length > 0) fields.push(['tools', offered])
  return fields.map(([name, value]) => `${JSON.stringify(name)}:${printJson(value)}`).join(',')
}

/** The body in both forms; printing once is enough while nothing was masked. */
export function composeBody(messages: readonly Forms<Message>[], rest: string): Forms<JsonText> {
  const print = (form: 'truth' | 'logged') =>
    `{"messages":[${messages.map((message) => printMessage(message[form])).join(',')}],${rest}}`
  const truth = print('truth')
  const same = messages.every((message) => message.truth === message.logged)
  return { truth, logged: same ? truth : print('logged') }
}

function printMessage(message: Message): string {
  const content = JSON.stringify(message.content)
  if (message.role === 'tool')
    return `{"content":${content},"role":"tool","tool_call_id":${JSON.stringify(message.callId)}}`
  if (!('calls' in message)) return `{"content":${content},"role":"${message.role}"}`
  const said = message.content === '' ? 'null' : content
  return `{"content":${said},"role":"assistant","tool_calls":[${message.calls.map(printCall).join(',')}]}`
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

/** A past message as the model sees it. */
export function historyMessage({ type, text }: HistoryMessage): Message {
  return { role: type === 'HUMAN' ? 'user' : 'assistant', content: text }
}

/** The first message, which always stays, and the last `max` of the others. */
export function trimHistory<T>(history: readonly T[], max: number | undefined): readonly T[] {
  if (max === undefined || max <= 1 || history.length <= max + 1) return history
  return [...history.slice(0, 1), ...history.slice(history.length - max)]
}
