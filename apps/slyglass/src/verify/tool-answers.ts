// Tools that answer here and not in the original: a parameter named self, and the clock of the built-in toolbox.
import {
  askedText,
  type ClientAnswer,
  changeAll,
  type Fields,
  field,
  heard,
  hearing,
  hearsLast,
  isFields,
  isSame,
  listOf,
} from './answer.ts'
import { type Asked, type Instead, withHistories } from './purpose.ts'

const BROKEN =
  /^Error from [^:]+: Agent stopped due to exception \w+\._arun\(\) got multiple values for argument 'self'$/

/** The original's run ends with its error; here the tool answers, and the model is asked once more. */
export function withoutSelf({ request, recorded, own, said }: Asked): Instead | undefined {
  const [error, final] = [field(recorded.messages.at(-1), 'text'), field(own.messages.at(-1), 'text')]
  if (typeof error !== 'string' || !BROKEN.test(error)) return undefined
  const call = callsIn(own).find(({ args }) => 'self' in args)
  if (call === undefined || typeof final !== 'string' || !said.has(final)) return undefined
  const settled = (answer: ClientAnswer, end: string) =>
    changeAll(settleCounts(answer.messages), (part) => (part === end ? '<the end>' : part))
  const left = { ...own, messages: withoutCall(own.messages, call) }
  if (!isSame(settled(recorded, error), settled(left, final))) return undefined
  return {
    answer: { ...recorded, messages: own.messages },
    model: { added: (entry, all) => asksOn(entry, all, request, call) },
    tools: { added: (entry) => isHanded(entry, call) },
  }
}

const NO_CLASS =
  /^\nCould not find class "GetCurrentDateTime"\nin module "get_current_date_time"\nunder AGENT_TOOL_PATH/
const TIME = /^(?:Error: .* is no time zone that is known here|\d{4}-\d\d-\d\dT[\d:]{8}[+-]\d\d:\d\d$)/

/** The original has no such class, tells the model so, and goes on: all else is the same. */
export function tellsTime({ request, recorded, own }: Asked): Instead | undefined {
  const calls = callsIn(own).filter(({ output }) => TIME.test(output))
  if (calls.length === 0) return undefined
  const left = calls.reduce(withoutCall, own.messages)
  if (!isSame(recorded.messages, left)) return undefined
  const text = askedText(request)
  return {
    answer: { ...recorded, messages: own.messages },
    model: { changed: (was, is) => hearsLast(was, text) && isSame(hearing(was, told(was, is, calls)), is) },
  }
}

/** Messages whose missing class gives way to what one of these calls answered here. */
function told(was: unknown, is: unknown, calls: readonly Call[]): readonly unknown[] {
  return heard(was).map((message, at) => {
    const said = field(heard(is)[at], 'content')
    const isMissing = field(message, 'role') === 'tool' && NO_CLASS.test(String(field(message, 'content')))
    const isTold = isMissing && calls.some(({ output }) => output === said)
    return isTold && isFields(message) ? { ...message, content: said } : message
  })
}

/** A call of a tool as the stream tells it. */
interface Call {
  readonly origin: unknown
  readonly args: Fields
  readonly output: string
}

function callsIn({ messages }: ClientAnswer): readonly Call[] {
  return messages.flatMap((message) => {
    const args = field(message, 'structure', 'tool_args')
    const origin = field(message, 'origin')
    if (!isFields(args)) return []
    const output = outputOf(messages, origin)
    return output === undefined ? [] : [{ origin, args, output }]
  })
}

/** What a tool answered that is told as always: arguments, result, and the result as a message; undefined otherwise. */
function outputOf(messages: readonly unknown[], origin: unknown): string | undefined {
  const [began, ended, ...more] = messages.filter((message) => isSame(field(message, 'origin'), origin))
  const output = field(ended, 'structure', 'tool_output')
  const isTold = (message: unknown, text: string, mark: string) =>
    isSame([field(message, 'type'), field(message, 'text')], ['AGENT', text]) &&
    field(message, 'structure', mark) === true
  if (!isTold(began, 'Received arguments:', 'tool_start') || !isTold(ended, 'Got result:', 'tool_end')) return undefined
  const results = messages.filter((message) => isSame(field(message, 'tool_result_origin'), origin))
  const [result] = results
  const isResult =
    isSame([field(result, 'type'), field(result, 'text')], ['AGENT_TOOL_RESULT', output]) &&
    isSame(field(result, 'origin'), listOf(origin).slice(0, -1))
  return isResult && results.length === 1 && more.length === 0 && typeof output === 'string' ? output : undefined
}

/** The stream without what it tells of a call: arguments, result, the result's message, and that in a history. */
function withoutCall(messages: readonly unknown[], { origin, output }: Call): readonly unknown[] {
  const isOfCall = (message: unknown) =>
    isSame(field(message, 'origin'), origin) ||
    (isSame(field(message, 'tool_result_origin'), origin) && field(message, 'text') === output)
  return messages
    .filter((message) => !isOfCall(message))
    .map((message) => withHistories(message, (part) => field(part, 'type') !== 'AI' || field(part, 'text') !== output))
}

/** What was counted, for each request to the model: here there was one more. */
function settleCounts(messages: readonly unknown[]): unknown {
  return changeAll(messages, (part) => {
    if (!isFields(part) || typeof part.successful_requests !== 'number') return part
    const requests = part.successful_requests
    const shared = Object.entries(part).map(([key, count]) => [
      key,
      typeof count === 'number' ? count / requests : count,
    ])
    return Object.fromEntries(shared)
  })
}

/** A recorded model request that goes on with this call and its result. */
function asksOn(entry: unknown, recorded: readonly unknown[], request: Asked['request'], call: Call): boolean {
  const messages = heard(entry)
  const [calling, result] = messages.slice(-2)
  const before = messages.slice(0, -2)
  const first = listOf(field(calling, 'tool_calls'))[0]
  const { origin: _, origin_str: __, ...args } = call.args
  const isCall =
    field(calling, 'role') === 'assistant' &&
    listOf(field(calling, 'tool_calls')).length === 1 &&
    isSame(field(first, 'function', 'arguments'), args)
  const isTold =
    field(result, 'role') === 'tool' &&
    field(result, 'tool_call_id') === field(first, 'id') &&
    field(result, 'content') === call.output
  const goesOn = recorded.some((one) => isSame(one, hearing(entry, before)))
  return isCall && isTold && goesOn && hearsLast(entry, askedText(request))
}

/** The tool was handed what the stream says. */
function isHanded(entry: unknown, { args }: Call): boolean {
  return Object.entries(args).every(([key, value]) => isSame(field(entry, 'args', key), value))
}
