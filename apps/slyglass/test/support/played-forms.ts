// Recordings as they compare: two requests, what the model was asked and the tools were handed for them.
import type { PlayedRecording } from '../../src/verify/play-recording.ts'
import type { Normalised, ScenarioRequest } from '../../src/verify/recording.ts'

export type Message = Readonly<Record<string, unknown>>

export const FRONT = [{ instantiation_index: 1, tool: 'front' }]
export const INNER = [...FRONT, { instantiation_index: 1, tool: 'inner' }]
const SYSTEM = { content: 'AGENT:front', role: 'system' }

export const hear = (...messages: readonly (readonly [string, unknown])[]) =>
  messages.map(([role, content]) => ({ content, role }))
export const call = (name: string, args: object) => ({
  content: null,
  role: 'assistant',
  tool_calls: [{ function: { arguments: args, name }, id: 'call_1', type: 'function' }],
})
export const result = (content: string) => ({ content, role: 'tool', tool_call_id: 'call_1' })
export const asked = (messages: readonly unknown[], system: unknown = SYSTEM) => ({
  authorization: 'Bearer dummy',
  body: { messages: [system, ...messages], model: 'm', tools: [], temperature: 0.5 },
  path: '/v1/chat/completions',
})
export const said = (type: string, text: string, origin: unknown = FRONT): Message => ({ origin, text, type })
export const ended = (text: string, ...told: readonly Message[]): Message => ({
  chat_context: { chat_histories: [{ messages: [...told, said('AI', text)], origin: FRONT }] },
  text,
  type: 'AGENT_FRAMEWORK',
})
export const counted = (requests: number): Message => ({
  origin: FRONT,
  structure: { prompt_tokens: 11 * requests, successful_requests: requests, total_cost: '<cost>' },
  text: '',
  type: 'AGENT',
})
export const received = (args: object): Message => ({
  origin: INNER,
  structure: { tool_args: { ...args, origin: INNER, origin_str: 'front.inner' }, tool_start: true },
  text: 'Received arguments:',
  type: 'AGENT',
})
export const got = (output: string): Message => ({
  origin: INNER,
  structure: { tool_end: true, tool_error: false, tool_output: output },
  text: 'Got result:',
  type: 'AGENT',
})
export const told = (output: string): Message => ({
  origin: FRONT,
  text: output,
  tool_result_origin: INNER,
  type: 'AGENT_TOOL_RESULT',
})
const JSON_LINES = { 'content-type': 'application/json-lines' }
export const answer = (messages: readonly unknown[], more: object = {}) => ({
  messages,
  ...{ status: 200, headers: JSON_LINES, end: 'closed', ...more },
})

/** Another request of the same recording, which is answered as recorded. */
const OTHER = answer([said('HUMAN', 'other'), ended('Yes.', said('HUMAN', 'other'))])
const OTHER_WORK = asked(hear(['user', 'other']))
const OTHER_TOOL = { args: { n: 1 }, tool: 'keep' }

export interface Side {
  readonly answer: object
  readonly model?: readonly unknown[]
  readonly inner?: readonly unknown[]
  readonly tools?: readonly unknown[]
}

function form({ answer: one, model = [], inner, tools = [] }: Side): Normalised {
  return {
    client: { one, other: OTHER },
    model: { front: [...model, OTHER_WORK], ...(inner && { inner }) },
    tools: [...tools, OTHER_TOOL],
  }
}

export function played(request: Partial<ScenarioRequest>, recorded: Side, own: Side): PlayedRecording {
  return {
    scenario: { requests: [{ id: 'one', ...request }, { id: 'other' }] },
    recorded: form(recorded),
    own: form(own),
    said: ['Yes.', 'Asked.', 'Asked again.'],
    isTimed: false,
    isBound: false,
  }
}
