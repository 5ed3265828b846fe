import { isJsonList, isJsonObject, type Json, JsonNumber, type JsonObject, jsonAt } from '@slyglass/base'

/** Kinds of message on a chat's stream. Clients stop at any other. */
export type ChatMessageType =
  | 'SYSTEM'
  | 'HUMAN'
  | 'AI'
  | 'AGENT'
  | 'AGENT_FRAMEWORK'
  | 'AGENT_TOOL_RESULT'
  | 'AGENT_PROGRESS'

/** Who speaks: the way from the front man to it, each with its instantiation index. */
export type Origin = readonly { readonly tool: string; readonly index: number }[]

/** One message as a client reads it. Fields that are absent stay away: clients stop at null. */
export interface ChatMessage {
  readonly type: ChatMessageType
  readonly text: string
  readonly origin?: Origin
  readonly structure?: JsonObject
  readonly toolResultOrigin?: Origin
  readonly chatContext?: JsonObject
  readonly slyData?: JsonObject
  /** No answer: over HTTP the stream ends with an error line instead. */
  readonly isFault?: boolean
}

const TYPES: readonly string[] = [
  'SYSTEM',
  'HUMAN',
  'AI',
  'AGENT',
  'AGENT_FRAMEWORK',
  'AGENT_TOOL_RESULT',
  'AGENT_PROGRESS',
] satisfies readonly ChatMessageType[]

/** A message of another server; undefined when it is of no kind that clients know. */
export function readMessage(json: JsonObject): ChatMessage | undefined {
  const [type, text] = [json.get('type'), json.get('text')]
  if (typeof type !== 'string' || !isType(type)) return undefined
  const objects = [
    ['structure', json.get('structure')],
    ['chatContext', json.get('chat_context')],
    ['slyData', json.get('sly_data')],
  ] as const
  const origins = [
    ['origin', readOrigin(json.get('origin'))],
    ['toolResultOrigin', readOrigin(json.get('tool_result_origin'))],
  ] as const
  return {
    type,
    text: typeof text === 'string' ? text : '',
    ...Object.fromEntries(objects.filter(([, value]) => isJsonObject(value))),
    ...Object.fromEntries(origins.filter(([, value]) => value !== undefined)),
  }
}

function isType(type: string): type is ChatMessageType {
  return TYPES.includes(type)
}

function readOrigin(json: Json | undefined): Origin | undefined {
  if (!isJsonList(json)) return undefined
  return json.map((step) => {
    const [tool, index] = [jsonAt(step, 'tool'), jsonAt(step, 'instantiation_index')]
    return {
      tool: typeof tool === 'string' ? tool : '',
      index: index instanceof JsonNumber ? Math.trunc(index.toNumber()) : 1,
    }
  })
}

/** A message in its wire form, its fields in the order that the original writes. */
export function printMessage(message: ChatMessage): JsonObject {
  const { type, text, origin, structure, toolResultOrigin, chatContext, slyData } = message
  const fields: readonly (readonly [string, Json | undefined])[] = [
    ['type', type],
    ['origin', origin && printOrigin(origin)],
    ['text', text],
    ['structure', structure],
    ['tool_result_origin', toolResultOrigin && printOrigin(toolResultOrigin)],
    ['chat_context', chatContext],
    ['sly_data', slyData],
  ]
  return new Map(fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

/** An origin as JSON. */
export function printOrigin(origin: Origin): Json {
  return origin.map(
    ({ tool, index }): JsonObject =>
      new Map<string, Json>([
        ['tool', tool],
        ['instantiation_index', new JsonNumber(String(index))],
      ]),
  )
}

/** An origin as one name: `desk.lookup`, or `desk.lookup-02` from the second activation on. */
export function originName(origin: Origin): string {
  return origin.map(({ tool, index }) => (index > 1 ? `${tool}-${String(index).padStart(2, '0')}` : tool)).join('.')
}
