import {
  err,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonText,
  ok,
  printJson,
  type Result,
} from '@slyglass/base'
import { type ChatFilter, readFilter } from './chat-filter.ts'

/** A chat as a client asks for it. */
export interface ChatRequest {
  /** Absent: there is nothing to answer. */
  readonly text: string | undefined
  readonly filter: ChatFilter
  readonly context: Json | undefined
  /** Private values, each as exact JSON text. */
  readonly sly: ReadonlyMap<string, JsonText>
  /** The request as it came, for those who want it repeated. */
  readonly whole: JsonObject
}

/** What clients of the original read about a request of the wrong shape. */
const WRONG_SHAPE = 'Internal server error'

/**
 * Characters of one message, and of the texts of its context together. No model reads more; and each request to a model is searched
 * for private values, which holds up everybody else.
 */
const MOST_CHARACTERS = 4_000_000
const MOST_CONTEXT = 2 * MOST_CHARACTERS

/** Why a chat is too large to be answered, in words; undefined when it is not. */
export function sizeFault({ text = '', context }: Pick<ChatRequest, 'text' | 'context'>): string | undefined {
  if (text.length > MOST_CHARACTERS)
    return `The text of user_message has ${text.length} characters; ${MOST_CHARACTERS} is the most. Send less of it.`
  if (charactersLeft(context, MOST_CONTEXT) < 0)
    return `The texts of chat_context have more than ${MOST_CONTEXT} characters together. Begin a new conversation.`
  return undefined
}

/** What is left of a number of characters when the texts of a value are taken off; it stops where nothing is left. */
function charactersLeft(json: Json | undefined, most: number): number {
  if (typeof json === 'string') return most - json.length
  const inner = json instanceof Map ? json.values() : isJsonList(json) ? json : []
  let left = most
  for (const one of inner) {
    left = charactersLeft(one, left)
    if (left < 0) break
  }
  return left
}

/** Reads the body of a chat. What has the wrong shape is told in one sentence, which ends the stream. */
export function readChatRequest(body: Json): Result<ChatRequest, string> {
  if (!isJsonObject(body)) return err(WRONG_SHAPE)
  const message = body.has('user_message') ? body.get('user_message') : new Map()
  if (!isJsonObject(message)) return err(WRONG_SHAPE)
  const filter = body.get('chat_filter') ?? new Map()
  if (!isJsonObject(filter)) return err(WRONG_SHAPE)
  const sly = body.get('sly_data') ?? new Map()
  if (!isJsonObject(sly)) return err('sly_data must be an object.')
  const context = body.get('chat_context') ?? new Map()
  if (!isContext(context)) return err('chat_context must be the one of an earlier answer.')
  const text = readText(message.get('text'))
  if (!text.ok) return text
  return ok({
    text: text.value,
    filter: readFilter(filter),
    context,
    sly: new Map([...sly].map(([key, value]) => [key, printJson(value)])),
    whole: body,
  })
}

function isContext(context: Json): boolean {
  if (!isJsonObject(context)) return false
  const histories = context.get('chat_histories') ?? []
  return isJsonList(histories) && histories.every((history) => isJsonObject(history))
}

/** A list of one text counts as that text. */
function readText(text: Json | undefined): Result<string | undefined, string> {
  if (text === undefined || text === null) return ok(undefined)
  if (typeof text === 'string') return ok(text)
  if (isJsonList(text) && text.length === 1 && typeof text[0] === 'string') return ok(text[0])
  return err('The text of user_message must be a text.')
}
