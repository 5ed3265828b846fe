// A span's id is its path, built from its parent's path, so that it is equal in every execution of the same run.
import { type SpanId, spanId } from '@slyglass/base'

/** The run itself; the front man is its agent. */
export const RUN_SPAN: SpanId = spanId('r')

/** Turn `n` of an agent, from 1: one model call. */
export function modelSpan(agent: SpanId, turn: number): SpanId {
  return spanId(`${agent}.m${turn}`)
}

/** The `index`-th tool call of turn `n`'s answer, in the model's order, from 1. */
export function toolSpan(agent: SpanId, turn: number, index: number): SpanId {
  return spanId(`${agent}.t${turn}.${index}`)
}

/** The place of a call among those of its answer, from 1; of a call that code made: 1. */
export function placeOfCall(tool: SpanId): number {
  return Number(/\.t\d+\.(\d+)$/.exec(tool)?.[1] ?? 1)
}

/** The agent that a delegation activates. */
export function agentSpan(tool: SpanId): SpanId {
  return spanId(`${tool}.a`)
}

/** The front man's agent span. */
export const FRONT_MAN_SPAN: SpanId = spanId('r.a')

/** The command that a run carries out; the agent whose tool it calls stands below it. */
export const COMMAND_SPAN: SpanId = spanId('r.c')

/** Try number `k` of a model or tool call, from 1. */
export function attemptSpan(call: SpanId, number: number): SpanId {
  return spanId(`${call}#${number}`)
}

/** The `occurrence`-th call that code issued with this name and these arguments; `hash` is of both. */
export function codeCallSpan(attempt: SpanId, tool: string, hash: string, occurrence: number): SpanId {
  return spanId(`${attempt}/${tool}:${hash}:${occurrence}`)
}

/** A hook's decision about a call. */
export function hookSpan(call: SpanId, hook: string): SpanId {
  return spanId(`${call}!${hook}`)
}

/** A call that middleware makes besides the first of its kind: the `n`-th of the `wrapper`-th class around `call`. */
export function againSpan(call: SpanId, wrapper: number, n: number): SpanId {
  return spanId(`${call}~${wrapper}.${n}`)
}

/** A person's decision about a call. */
export function approvalSpan(call: SpanId): SpanId {
  return spanId(`${call}?`)
}

/** The call that an attempt belongs to: its path without `#k`. */
export function callOfAttempt(attempt: SpanId): SpanId {
  return spanId(attempt.replace(/#\d+$/, ''))
}

const CODE_TAIL = /#\d+\/[^:/#]+:[^:/#]+:\d+(?:#\d+)?$/

/** The call whose code made a call or asked a model; undefined for anything else. */
export function codeCallerOf(span: SpanId): SpanId | undefined {
  const tail = CODE_TAIL.exec(span)
  return tail === null ? undefined : spanId(span.slice(0, tail.index))
}

const AGAIN = String.raw`(?:~\d+\.\d+)*`
const CODE_CALL = String.raw`#\d+\/[^:/]+:[^:/]+:\d+`
const FROM_CALL = String.raw`\.t\d+\.\d+${AGAIN}(?:${CODE_CALL})*`
/** Code of a hook may activate an agent too. */
const FROM_HOOK = String.raw`(?:\.[mt]\d+(?:\.\d+)?${AGAIN})?![^#/!]+(?:${CODE_CALL})+`
const AGENT_PATH = new RegExp(String.raw`^r\.a(?:(?:${FROM_CALL}|${FROM_HOOK})\.a(?=[.#/!?~]|$))*`)

/** The innermost agent that a span belongs to, itself included; undefined for the run. */
export function enclosingAgent(span: SpanId): SpanId | undefined {
  const path = AGENT_PATH.exec(span)?.[0]
  return path === undefined ? undefined : spanId(path)
}

/** The tool call that activated an agent; undefined for the front man. */
export function activatingCall(agent: SpanId): SpanId | undefined {
  return agent === FRONT_MAN_SPAN ? undefined : spanId(agent.slice(0, -'.a'.length))
}
