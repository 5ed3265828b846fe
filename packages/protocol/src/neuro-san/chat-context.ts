import { isJsonList, isJsonObject, type Json, JsonNumber, type JsonObject, jsonAt } from '@slyglass/base'
import type { Entry, Network } from '@slyglass/network'
import type { History, HistoryMessage } from '@slyglass/run-log'
import { type Origin, printOrigin } from './chat-message.ts'

/** A conversation as it is handed to the client, who sends it back with the next message. */
function printContext(origin: Origin, messages: readonly HistoryMessage[]): JsonObject {
  const from = printOrigin(origin)
  const said = messages.map(
    ({ type, text }): JsonObject =>
      new Map<string, Json>([
        ['type', type],
        ['origin', from],
        ['text', text],
      ]),
  )
  const history: JsonObject = new Map<string, Json>([
    ['origin', from],
    ['messages', said],
  ])
  return new Map<string, Json>([['chat_histories', [history]]])
}

/** What of a conversation is kept: with `max_message_history` over 1, the first message and that many of the last ones. */
function trimContext(messages: readonly HistoryMessage[], frontMan: Entry | undefined): readonly HistoryMessage[] {
  const limit = frontMan?.json.get('max_message_history')
  const most = limit instanceof JsonNumber ? Math.trunc(limit.toNumber()) : 0
  if (most <= 1 || messages.length <= most + 1) return messages
  return [...messages.slice(0, 1), ...messages.slice(messages.length - most)]
}

/** The conversation after a run. A command is no part of it; a front man that never got to work leaves none. */
export function contextAfter(
  { network, history }: { readonly network: Network; readonly history: readonly HistoryMessage[] },
  { messages, isCommand }: History,
  hasWorked: boolean,
): JsonObject {
  const whole = isCommand === true ? history : [...history, ...messages]
  if (isCommand === true ? history.length === 0 : !hasWorked) return new Map()
  return printContext([{ tool: network.frontMan?.name ?? '', index: 1 }], trimContext(whole, network.frontMan))
}

const TYPES: ReadonlyMap<string, HistoryMessage['type']> = new Map([
  ['HUMAN', 'HUMAN'],
  ['2', 'HUMAN'],
  ['AI', 'AI'],
  ['4', 'AI'],
])

/**
 * What the front man has heard and said, out of a client's chat context. Histories of other agents and system texts are
 * left out: a client has no business planting them.
 */
export function readContext(context: Json | undefined, frontMan: string): readonly HistoryMessage[] {
  const histories = jsonAt(context, 'chat_histories')
  if (!isJsonList(histories)) return []
  const own = histories.filter((history) => isOriginOf(jsonAt(history, 'origin'), frontMan)).at(-1)
  const messages = jsonAt(own, 'messages')
  return isJsonList(messages) ? messages.flatMap(readHistoryMessage) : []
}

function isOriginOf(origin: Json | undefined, frontMan: string): boolean {
  if (!isJsonList(origin) || origin.length !== 1) return false
  const index = jsonAt(origin[0], 'instantiation_index')
  return jsonAt(origin[0], 'tool') === frontMan && index instanceof JsonNumber && index.toNumber() === 1
}

function readHistoryMessage(message: Json): readonly HistoryMessage[] {
  if (!isJsonObject(message)) return []
  const [named, text] = [message.get('type'), message.get('text')]
  const type = TYPES.get(named instanceof JsonNumber ? named.text : typeof named === 'string' ? named : '')
  return type === undefined || typeof text !== 'string' ? [] : [{ type, text }]
}
