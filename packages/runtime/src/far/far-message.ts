// A line of the stream of another server, read: exact numbers, and nothing that it does not say.
import {
  isJsonList,
  isJsonObject,
  type Json,
  JsonNumber,
  type JsonObject,
  type JsonText,
  jsonAt,
  parseJson,
  printJson,
} from '@slyglass/base'
import { FarFailure } from '../outside-failures.ts'

/** One step on the way from the front man to who speaks. */
export interface FarStep {
  readonly tool: string
  readonly index: number
}

/** A message of the stream. */
export interface FarMessage {
  readonly type: string
  readonly text: string
  /** Empty when the message says nothing of it. */
  readonly origin: readonly FarStep[]
  readonly structure: JsonObject | undefined
  readonly resultOrigin: readonly FarStep[]
  readonly context: JsonText | undefined
  readonly sly: ReadonlyMap<string, JsonText>
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['1', 'SYSTEM'],
  ['2', 'HUMAN'],
  ['4', 'AI'],
  ['100', 'AGENT'],
  ['101', 'AGENT_FRAMEWORK'],
  ['103', 'AGENT_TOOL_RESULT'],
  ['104', 'AGENT_PROGRESS'],
])

/** The message of a line; undefined for one that holds none. @throws FarFailure for an error line, and for what is no JSON. */
export function readFarLine(line: JsonText): FarMessage | undefined {
  const parsed = parseJson(line)
  if (!parsed.ok || !isJsonObject(parsed.value))
    throw new FarFailure({
      code: 'not-neuro-san',
      message: 'The server answered with a line that is no JSON object, so it does not speak as neuro-san does.',
      detail: line.slice(0, 300),
    })
  const error = parsed.value.get('error')
  if (error !== undefined && error !== null) {
    const said = typeof error === 'string' ? error : printJson(error)
    throw new FarFailure({ code: 'far-error', message: `The server says: ${said}. Its own log knows more.` })
  }
  const response = parsed.value.get('response')
  return isJsonObject(response) ? toMessage(response) : undefined
}

function toMessage(response: JsonObject): FarMessage {
  const type = response.get('type') ?? ''
  const [text, structure, sly] = [response.get('text'), response.get('structure'), response.get('sly_data')]
  const context = response.get('chat_context')
  return {
    type: typeof type === 'string' ? type : type instanceof JsonNumber ? (TYPES.get(type.text) ?? type.text) : '',
    text: typeof text === 'string' ? text : '',
    origin: readOrigin(response.get('origin')),
    structure: isJsonObject(structure) ? structure : undefined,
    resultOrigin: readOrigin(response.get('tool_result_origin')),
    context: isJsonObject(context) && context.size > 0 ? printJson(context) : undefined,
    sly: new Map(isJsonObject(sly) ? [...sly].map(([key, value]) => [key, printJson(value)]) : []),
  }
}

function readOrigin(origin: Json | undefined): readonly FarStep[] {
  if (!isJsonList(origin)) return []
  return origin.flatMap((step) => {
    const [tool, index] = [jsonAt(step, 'tool'), jsonAt(step, 'instantiation_index')]
    if (typeof tool !== 'string') return []
    return [{ tool, index: index instanceof JsonNumber ? Number(index.text) : 1 }]
  })
}
