// Where this program answers otherwise than the original on purpose: the original is plainly broken there, or it would be unsafe.
// Rules look at what was asked and answered, never at the name of a recording. Each says what is answered instead: what it does
// not say stays a difference, in the answer as in what the model and the tools got.
import {
  askedText,
  type ClientAnswer,
  field,
  heard,
  hearing,
  hearsLast,
  isAskedLike,
  isErrorLine,
  isFields,
  isSame,
  listOf,
} from './answer.ts'
import { maskPrivate } from './masks.ts'
import { withoutPlanted } from './planted.ts'
import { type Asked, type Instead, isAnswered, type Rule } from './purpose.ts'
import { endsInTime } from './timeouts.ts'
import { tellsTime, withoutSelf } from './tool-answers.ts'

/** The order counts: each rule is given what those before it left of the recorded answer. */
export const RULES: readonly Rule[] = [
  {
    reason: 'The original leaves this client waiting for ever; here an error ends the answer.',
    apply: endWaiting,
  },
  {
    reason: 'A chat must be sent as application/json, so that no page can send one unasked.',
    apply: refuseType,
  },
  {
    reason: 'Answers allow no page to read them unless its origin is listed; the original allows any page.',
    apply: allowListed,
  },
  {
    reason: 'The schemas of MCP tools come without the explanations, which are the own sentences of the original.',
    apply: explainNothing,
  },
  {
    reason: 'allow.connectivity = false hides what an entry calls; the original answers 500 for the whole network.',
    apply: hideCalls,
  },
  {
    reason: 'A list of one text counts as that text; the original sends the model a list, which model services refuse.',
    apply: readList,
  },
  { reason: 'A parameter named self is handed on like any other; the original breaks on it.', apply: withoutSelf },
  {
    reason:
      'The clock of the built-in toolbox tells the time; the original looks for its class where no project has it.',
    apply: tellsTime,
  },
  {
    reason:
      "A client may bring the front man's own conversation along, but no system text and no other agent's history.",
    apply: withoutPlanted,
  },
  {
    reason: 'A private value that a tool says stands on the stream as the name of its key; the original repeats it.',
    apply: maskPrivate,
  },
  {
    reason:
      'The time of the request ended the answer at another message than in the recording: a race with the clock, which cannot be compared.',
    apply: endsInTime,
  },
]

function endWaiting({ request, recorded, own }: Asked): Instead | undefined {
  const last = own.messages.at(-1)
  if (recorded.end !== 'client limit' || own.end !== 'closed' || !isErrorLine(last)) return undefined
  return { answer: { ...recorded, messages: [...recorded.messages, last], end: 'closed' }, model: undone(request) }
}

function refuseType({ request, recorded, own, said }: Asked): Instead | undefined {
  if (own.status !== 415 || /^application\/json\b/.test(contentType(request))) return undefined
  const told = [{ text: askedText(request), type: 'HUMAN' }]
  if (recorded.status !== 200 || typeOf(recorded) !== 'application/json-lines' || !isAnswered(recorded, told, said))
    return undefined
  const { status, headers, messages } = own
  if (messages.length !== 1 || !isErrorLine(messages[0]) || !/^application\/json\b/.test(typeOf(own))) return undefined
  return { answer: { ...recorded, status, headers: headers ?? {}, messages }, model: undone(request) }
}

/** What the model was asked for this request: nothing here. */
function undone(request: Asked['request']): NonNullable<Instead['model']> {
  const text = askedText(request)
  const isLike = (entry: unknown, own: readonly unknown[]) =>
    own.length === 0 || own.some((one) => isAskedLike(one, entry))
  return { absent: (entry, own) => heard(entry).length === 2 && hearsLast(entry, text) && isLike(entry, own) }
}

const ALLOWED = 'access-control-allow-origin'

function allowListed({ request, recorded, own }: Asked): Instead | undefined {
  const allowed = own.headers?.[ALLOWED]
  const origin = headerOf(request, 'origin')
  if (recorded.headers?.[ALLOWED] !== '*' || allowed !== (origin ?? null)) return undefined
  return { answer: { ...recorded, headers: { ...recorded.headers, [ALLOWED]: allowed } } }
}

function explainNothing({ recorded, own }: Asked): Instead {
  return { answer: { ...recorded, messages: listOf(withoutExplanations(recorded.messages, own.messages, false)) } }
}

/** Texts that explain a part of a schema and are not here. A property may be named so, too: what it is is no text. */
function withoutExplanations(was: unknown, is: unknown, inSchema: boolean): unknown {
  if (Array.isArray(was)) return was.map((part, at) => withoutExplanations(part, listOf(is)[at], inSchema))
  if (!isFields(was) || !isFields(is)) return was
  const isLeftOut = (key: string) =>
    inSchema && key === 'description' && typeof was[key] === 'string' && is[key] === undefined
  const kept = Object.entries(was).filter(([key]) => !isLeftOut(key))
  return Object.fromEntries(
    kept.map(([key, part]) => [key, withoutExplanations(part, is[key], inSchema || key === 'inputSchema')]),
  )
}

function hideCalls({ request, recorded, own }: Asked): Instead | undefined {
  const isBroken = recorded.status === 500 && isSame(recorded.messages, [{ error: 'Internal server error' }])
  if (!isBroken || own.status !== 200 || !/\/connectivity$/.test(request.path ?? '')) return undefined
  const entries = field(own.messages[0], 'connectivity_info')
  if (own.messages.length !== 1 || !Array.isArray(entries) || !entries.every(isEntry)) return undefined
  return { answer: { ...recorded, status: 200, messages: own.messages } }
}

function isEntry(entry: unknown): boolean {
  return (
    isFields(entry) &&
    isSame(Object.keys(entry), ['display_as', 'origin', 'tools']) &&
    listOf(entry.tools).every((tool) => typeof tool === 'string')
  )
}

function readList({ request, recorded }: Asked): Instead | undefined {
  const list = askedText(request)
  if (!Array.isArray(list) || list.length !== 1 || typeof list[0] !== 'string') return undefined
  const reads = (message: unknown) =>
    isFields(message) && message.role === 'user' && isSame(message.content, list)
      ? { ...message, content: list[0] }
      : message
  const changed = (was: unknown, is: unknown) => isSame(hearing(was, heard(was).map(reads)), is)
  return { answer: recorded, model: { changed } }
}

function headerOf({ headers = {} }: Asked['request'], header: string): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === header)?.[1]
}

function contentType(request: Asked['request']): string {
  return headerOf(request, 'content-type')?.toLowerCase() ?? 'application/json'
}

function typeOf({ headers = {} }: ClientAnswer): string {
  return String(headers['content-type'] ?? '')
}
