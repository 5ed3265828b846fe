// What the next run of a session is told of the past: the part of the tape that the network's `studio.tape` chooses.
import {
  err,
  isJsonList,
  isJsonObject,
  type Json,
  jsonAt,
  ok,
  parseJson,
  printJson,
  type Result,
  type RunId,
  toJson,
} from '@slyglass/base'
import { functionHook, type Network, type Studio, studioOf } from '@slyglass/network'
import {
  exchangesOf,
  FRONT_MAN_SPAN,
  type HistoryMessage,
  hookSpan,
  type LogEvent,
  type ModelCall,
  selectEntries,
  type TapeEntry,
  tapeOf,
  wordsOf,
} from '@slyglass/run-log'
import type { HookPort, ToolSources } from '@slyglass/runtime'
import { type Refusal, refused } from '../refusal.ts'

/** Who asks, and of which tape. */
export interface PastQuestion {
  readonly network: Network
  /** Logs of the session's runs, oldest first. */
  readonly logs: readonly (readonly LogEvent[])[]
  readonly run: RunId
  readonly sources: ToolSources
  readonly hooks: HookPort | undefined
}

/** How a network is told its past; the front man's own settings lie over those of the network. */
export function tapeRules(network: Network): Pick<Studio, 'tape' | 'profile'> {
  return (
    studioOf(network, network.frontMan) ?? { profile: 'plain', tape: { context: 'last_anchor', includeAnchor: true } }
  )
}

/** True where the network says how it is told its past. */
export function choosesItsPast(network: Network): boolean {
  return tapeRules(network).profile === 'bub' || jsonAt(network.json, 'studio', 'tape') !== undefined
}

/** The messages; or why there are none, such as an anchor that nobody wrote. */
export async function toldPast(question: PastQuestion): Promise<Result<readonly HistoryMessage[], Refusal>> {
  const { network, logs } = question
  const { tape: rules, profile } = tapeRules(network)
  const tape = tapeOf(logs)
  const chosen = selectEntries(tape, rules)
  if (!chosen.ok)
    return err(
      refused(422, 'anchor-not-found', chosen.error, 'Hand off under this name first, or change studio.tape.context.'),
    )
  const messages = profile === 'bub' ? exchangesOf(chosen.value) : wordsOf(chosen.value, logs)
  if (rules.selector === undefined) return ok(messages)
  return select(question, rules.selector, payloadOf(tape, chosen.value, messages))
}

/** A function of the project chooses. It is given the tape, what of it would be told, and these messages. */
async function select(
  { hooks, run, sources }: PastQuestion,
  place: string,
  payload: Json,
): Promise<Result<readonly HistoryMessage[], Refusal>> {
  if (hooks === undefined) return err(selectorFailed(place, 'functions of a project do not run here'))
  const hook = functionHook('pre_request', 'tape.selector', place)
  const signal = AbortSignal.timeout(hook.timeoutMs)
  const span = hookSpan(FRONT_MAN_SPAN, hook.name)
  try {
    const asked = hooks.run({ run, span, sources, hook, payload: printJson(payload), signal })
    const read = parseJson(await Promise.race([asked, overtime(signal, hook.timeoutMs)]))
    const messages = read.ok && isJsonList(read.value) ? read.value.map(readMessage) : [undefined]
    const told = messages.filter((message) => message !== undefined)
    if (told.length === messages.length) return ok(told)
    return err(selectorFailed(place, 'it answers no list of messages with role user, assistant or tool'))
  } catch (error) {
    return err(selectorFailed(place, error instanceof Error ? error.message : String(error)))
  }
}

function overtime(signal: AbortSignal, ms: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`it did not answer within ${ms} ms`)), {
      once: true,
    })
  })
}

function payloadOf(
  tape: readonly TapeEntry[],
  chosen: readonly TapeEntry[],
  messages: readonly HistoryMessage[],
): Json {
  return new Map<string, Json>([
    ['tape', tape.map((entry) => new Map(Object.entries(entry).map(([key, value]) => [key, toJson(value)])))],
    ['selected', chosen.map(({ id }) => toJson(id))],
    ['messages', messages.map(messageJson)],
  ])
}

function messageJson({ type, text, calls, result }: HistoryMessage): Json {
  const role = result !== undefined ? 'tool' : type === 'HUMAN' ? 'user' : 'assistant'
  const called = calls?.map(({ id, tool, args }) => ({
    id,
    type: 'function',
    function: { name: tool, arguments: args },
  }))
  return toJson({
    role,
    content: text,
    ...(called !== undefined && { tool_calls: called }),
    ...(result?.callId !== undefined && { tool_call_id: result.callId }),
    ...(result?.name !== undefined && { name: result.name }),
  })
}

function readMessage(json: Json): HistoryMessage | undefined {
  const [role, content, callId, name] = ['role', 'content', 'tool_call_id', 'name'].map((key) => jsonAt(json, key))
  const text = content ?? ''
  if (typeof text !== 'string') return undefined
  if (role === 'user') return { type: 'HUMAN', text }
  if (role === 'tool') {
    const known = { ...(typeof callId === 'string' && { callId }), ...(typeof name === 'string' && { name }) }
    return { type: 'AI', text, result: known }
  }
  if (role !== 'assistant') return undefined
  const calls = readCalls(jsonAt(json, 'tool_calls'))
  return { type: 'AI', text, ...(calls.length > 0 && { calls }) }
}

function readCalls(json: Json | undefined): readonly ModelCall[] {
  if (!isJsonList(json)) return []
  return json.filter(isJsonObject).map((call) => ({
    id: String(call.get('id') ?? ''),
    tool: String(jsonAt(call, 'function', 'name') ?? ''),
    args: String(jsonAt(call, 'function', 'arguments') ?? '{}'),
  }))
}

function selectorFailed(place: string, reason: string): Refusal {
  const message = `${place} could not choose what the model is told of the past: ${reason}. Nothing was asked.`
  return refused(422, 'tape-selector', message, 'Mend the function, or take studio.tape.selector out.')
}
