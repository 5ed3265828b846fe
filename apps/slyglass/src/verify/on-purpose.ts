// Where this program answers otherwise than the original on purpose: the original is plainly broken there, or it would be unsafe.
// Rules look at what was asked and answered, never at the name of a recording.
import type { ScenarioRequest } from './recording.ts'

/** What one request got, in comparable form. */
export interface ClientAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, unknown>>
  readonly messages: readonly unknown[]
  readonly end?: string
}

interface Compared {
  readonly request: ScenarioRequest
  readonly recorded: ClientAnswer
  readonly own: ClientAnswer
}

/** A reason, and whether other work follows from it: then the model and the tools hear something else too. */
export interface Purpose {
  readonly reason: string
  readonly changesWork: boolean
}

interface Rule extends Purpose {
  holds(compared: Compared): boolean
}

const RULES: readonly Rule[] = [
  {
    reason: 'The original leaves this client waiting for ever; here an error ends the answer.',
    changesWork: true,
    holds: ({ recorded, own }) =>
      recorded.end === 'client limit' && own.end === 'closed' && hasError(own.messages.at(-1)),
  },
  {
    reason: 'A chat must be sent as application/json, so that no page can send one unasked.',
    changesWork: true,
    holds: ({ request, own }) => own.status === 415 && !/^application\/json\b/.test(contentType(request)),
  },
  {
    reason: 'A request from a page that is not listed is refused; the original answers any page.',
    changesWork: true,
    holds: ({ request, own }) => hasOrigin(request) && own.status === 403,
  },
  {
    reason:
      'Answers allow no page to read them unless its origin is listed, and schemas of tools are worded otherwise.',
    changesWork: false,
    holds: ({ recorded, own }) => isForAnyPage(recorded) && sameBut(recorded, own, /^access-control-/),
  },
  {
    reason: 'allow.connectivity = false hides what an entry calls; the original answers 500 for the whole network.',
    changesWork: false,
    holds: ({ request, recorded, own }) =>
      recorded.status === 500 && own.status === 200 && /\/connectivity$/.test(request.path ?? ''),
  },
  {
    reason: 'A parameter named self is handed on like any other; the original breaks on it.',
    changesWork: true,
    holds: ({ recorded }) => JSON.stringify(recorded).includes("got multiple values for argument 'self'"),
  },
  {
    reason:
      'The clock of the built-in toolbox tells the time; the original looks for its class where no project has it.',
    changesWork: true,
    holds: ({ recorded, own }) => hasClock(own) && !hasClock(recorded),
  },
  {
    reason:
      "A client may bring the front man's own conversation along, but no system text and no other agent's history.",
    changesWork: true,
    holds: ({ request }) => isPlanted(request.body),
  },
  {
    reason: 'A private value that a tool says stands on the stream as the name of its key; the original repeats it.',
    changesWork: false,
    holds: ({ recorded, own }) => isMasked(recorded, own) && matches(recorded, own),
  },
  {
    reason: 'The time of the request ended at another message, because the original needs longer for the same work.',
    changesWork: true,
    holds: ({ recorded, own }) => endInTimeout(recorded, own),
  },
]

/** Why an answer differs on purpose; undefined when it differs for no known reason. */
export function purposeOf(compared: Compared): Purpose | undefined {
  return RULES.find((rule) => rule.holds(compared))
}

/** What the clock of the built-in toolbox says. */
function hasClock(answer: ClientAnswer): boolean {
  const said = /"text":"(?:Error: [^"]* is no time zone that is known here|\d{4}-\d\d-\d\dT[\d:]{8}[+-]\d\d:\d\d)/
  return said.test(JSON.stringify(answer))
}

const MASK = /⟨sly:[^⟩]*⟩/

function isMasked(recorded: ClientAnswer, own: ClientAnswer): boolean {
  return MASK.test(JSON.stringify(own)) && !MASK.test(JSON.stringify(recorded))
}

/** The same but for masks, each of which may stand for any text. */
function matches(recorded: unknown, own: unknown): boolean {
  if (typeof own === 'string' && typeof recorded === 'string') {
    const parts = own.split(MASK).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return new RegExp(`^${parts.join('[^]+')}$`).test(recorded)
  }
  if (typeof own !== 'object' || own === null || typeof recorded !== 'object' || recorded === null)
    return own === recorded
  const [left, right] = [Object.entries(recorded), new Map(Object.entries(own))]
  return left.length === right.size && left.every(([key, part]) => right.has(key) && matches(part, right.get(key)))
}

function hasError(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'error' in message
}

function contentType({ headers = {} }: ScenarioRequest): string {
  const named = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')
  return named?.[1].toLowerCase() ?? 'application/json'
}

function hasOrigin({ headers = {} }: ScenarioRequest): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'origin')
}

function isForAnyPage({ headers = {} }: ClientAnswer): boolean {
  return headers['access-control-allow-origin'] === '*'
}

/** The same status, end and messages; only these headers may differ, and how the schema of MCP tools is worded. */
function sameBut(recorded: ClientAnswer, own: ClientAnswer, headers: RegExp): boolean {
  const rest = ({ headers: all = {}, ...others }: ClientAnswer) => {
    const kept = Object.entries(all).filter(([name]) => !headers.test(name))
    return JSON.stringify([withoutSchemaWords(others), Object.fromEntries(kept)])
  }
  return rest(recorded) === rest(own)
}

function withoutSchemaWords(value: unknown, inSchema = false): unknown {
  if (Array.isArray(value)) return value.map((part) => withoutSchemaWords(part, inSchema))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(
    ([key, part]) => !(inSchema && key === 'description' && typeof part === 'string'),
  )
  return Object.fromEntries(
    kept.map(([key, part]) => [key, withoutSchemaWords(part, inSchema || key === 'inputSchema')]),
  )
}

const OF_A_CONVERSATION = new Set<unknown>(['HUMAN', 'AI', 2, 4])

function isPlanted(body: unknown): boolean {
  const histories = field(field(body, 'chat_context'), 'chat_histories')
  if (!Array.isArray(histories)) return false
  const origin: unknown = field(histories[0], 'origin')
  if (histories.length > 1 || (Array.isArray(origin) && origin.length > 1)) return true
  const messages: unknown = field(histories[0], 'messages')
  return Array.isArray(messages) && messages.some((message) => !OF_A_CONVERSATION.has(field(message, 'type')))
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}

/** Both end with the same error line, and what came before it is the beginning of the longer one. */
function endInTimeout(recorded: ClientAnswer, own: ClientAnswer): boolean {
  const isTimeout = (answer: ClientAnswer) => field(answer.messages.at(-1), 'error') === 'Request timeout'
  if (!isTimeout(recorded) || !isTimeout(own)) return false
  const [shorter = [], longer = []] = [recorded, own]
    .map((answer) => answer.messages.slice(0, -1))
    .sort((one, other) => one.length - other.length)
  return JSON.stringify(shorter) === JSON.stringify(longer.slice(0, shorter.length))
}
