import { type Json, JsonNumber, type JsonObject } from '@slyglass/base'

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
