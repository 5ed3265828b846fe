// What the stream says of one tool call.
import { type Json, type JsonText, parseJson } from '@slyglass/base'
import type { EventOf, ToolAnswer } from '@slyglass/run-log'
import { type ChatMessage, type Origin, originName, printOrigin } from './chat-message.ts'

type Started = EventOf<'tool.started'>

/** Arguments of these names are objects for the tool alone. */
const NEVER_SHOWN: ReadonlySet<string> = new Set(['progress_reporter', 'reservationist'])

/** Where a call stands: below its caller, or at the place that its code has given it. */
export function originOf({ tool, instance, reference, origin }: Started, caller: Origin): Origin {
  if (origin !== undefined) return origin.map((step) => ({ tool: step.tool, index: step.instance }))
  return [...caller, { tool: reference ?? tool, index: instance }]
}

/** The caller calls; the arguments are as its model wrote them. */
export function invoking({ tool, args }: Started): Pick<ChatMessage, 'type' | 'text' | 'structure'> {
  const structure = new Map<string, Json>([
    ['invoking_start', true],
    ['invoked_agent_name', tool],
    ['params', jsonValue(args === '' || args === 'null' ? '{}' : args)],
  ])
  return { type: 'AGENT', text: `Invoking: \`${tool}\` with:`, structure }
}

/** The tool has got its arguments, and where it stands among them; another network gets the arguments alone. */
export function received({ kind }: Started, origin: Origin, text: JsonText | undefined): ChatMessage {
  const args = new Map(entriesOf(text).filter(([name]) => !NEVER_SHOWN.has(name)))
  if (kind !== 'network') {
    if ((args.get('origin') ?? null) === null) args.set('origin', printOrigin(origin))
    if ((args.get('origin_str') ?? null) === null) args.set('origin_str', originName(origin))
  }
  const structure = new Map<string, Json>([
    ['tool_start', true],
    ['tool_args', args],
  ])
  return { type: 'AGENT', origin, text: 'Received arguments:', structure }
}

/** The tool has answered. Only coded tools tell whether it is an error. */
export function gotResult({ kind }: Started, origin: Origin, answer: EventOf<'attempt.finished'>): ChatMessage {
  const { outcome } = answer
  const said = answer.answer?.of === 'tool' ? answer.answer : undefined
  const output = outcome === 'ok' ? jsonValue(said?.value ?? 'null') : (said?.text ?? null)
  const structure = new Map<string, Json>([
    ['tool_end', true],
    ...(isOfOthers(kind, said) ? [] : [['tool_error', outcome !== 'ok'] as const]),
    ['tool_output', output],
  ])
  return { type: 'AGENT', origin, text: 'Got result:', structure }
}

/** Tools that this network only passes on do not tell whether a result is an error; those of LangChain say what is told. */
function isOfOthers(kind: Started['kind'], said: ToolAnswer | undefined): boolean {
  return kind === 'network' || kind === 'mcp-tool' || said?.told !== undefined
}

/** The beginning is neuro-san's. */
export function synchronousText(className: string): string {
  const name = className.split('.').at(-1) ?? className
  return (
    `\nRunning CodedTool class ${name}.invoke() synchronously in an asynchronous environment.\n` +
    'It has no async_invoke() of its own, so calls that run beside it may have to wait.\n'
  )
}

/** The value of a JSON text; a text that is none stands for itself. */
export function jsonValue(text: JsonText): Json {
  const parsed = parseJson(text)
  return parsed.ok ? parsed.value : text
}

/** The entries of a JSON object; none of anything else. */
export function entriesOf(text: JsonText | undefined): readonly (readonly [string, Json])[] {
  const value = jsonValue(text ?? '{}')
  return value instanceof Map ? [...value] : []
}
