// Lines of another server's chat, numbers with their digits.
import {
  isJsonList,
  isJsonObject,
  type Json,
  JsonNumber,
  type JsonObject,
  jsonAt,
  parseJson,
  printJson,
} from '@slyglass/base'
import type { RemoteAnswer } from '@slyglass/runtime'

/**
 * The message of a line; undefined for lines without one, such as a fault.
 * @throws Error for a line that is no JSON.
 */
export function readMessage(line: string): JsonObject | undefined {
  const parsed = parseJson(line)
  if (!parsed.ok) throw new Error(`The answer has a line that is no JSON: ${line.slice(0, 80)}`)
  const message = jsonAt(parsed.value, 'response')
  return isJsonObject(message) && (typeof message.get('type') === 'string' || message.get('type') instanceof JsonNumber)
    ? message
    : undefined
}

const ANSWERS: ReadonlySet<string> = new Set(['AI', 'AGENT_FRAMEWORK', '4', '101'])

/** What a message answers; undefined for those that tell of the work. */
export function answerOf(message: JsonObject): RemoteAnswer | undefined {
  const [type, origin, text] = [message.get('type'), message.get('origin'), message.get('text')]
  const isAnswer = ANSWERS.has(type instanceof JsonNumber ? type.text : String(type))
  if (!isAnswer || (isJsonList(origin) && origin.length > 1)) return undefined
  const structure = message.get('structure')
  return {
    text: typeof text === 'string' ? text : '',
    ...(isPresent(structure) && { structure: printJson(structure) }),
    sly: new Map(entriesOf(message.get('sly_data')).map(([key, value]) => [key, printJson(value)])),
  }
}

function isPresent(value: Json | undefined): value is Json {
  return value !== undefined && value !== null
}

function entriesOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  return isJsonObject(value) ? [...value] : []
}
