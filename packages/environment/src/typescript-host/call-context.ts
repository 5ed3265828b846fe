// What a tool finds as `ctx`: told by the server, or asked of it while the call runs.
import { isJsonObject, type Json, type JsonObject, jsonAt, parseJson, printJson } from '@slyglass/base'
import { type CalledTool, ContextUpdate, freezeDeep, plainJson, type ToolContext } from '@slyglass/tools/define'
import type { CallMessage, FromHost } from '../messages.ts'
import type { Board } from './board.ts'
import type { WorkerCall } from './call.ts'
import { openEnvironment, unwrapAnswer } from './environment-client.ts'
import { ENVIRONMENT, stepName } from './reserved.ts'
import { toTotalJson, toValue } from './values.ts'

type Send = (message: FromHost) => void
const MAX_PROGRESS = 5_000

export interface ContextParts {
  readonly message: CallMessage
  readonly call: WorkerCall
  readonly board: Board
  readonly state: Record<string, unknown>
  /** Variables that the tool declared. */
  readonly env: readonly string[]
  readonly send: Send
}

/** What a class of neuro-san's contract needs of it: such a class is handed the board, and sees nothing else. */
export function boardContext({ call, board, send }: Pick<ContextParts, 'call' | 'board' | 'send'>): ToolContext {
  const part = { slyData: board.data, update: new ContextUpdate(), progress: progressOf(call, send) }
  return part as Partial<ToolContext> as ToolContext
}

function progressOf(call: WorkerCall, send: Send): ToolContext['progress'] {
  return (part) => (typeof part === 'string' ? report(call, send, {}, part) : report(call, send, part, textIn(part)))
}

/** The context of one call. Where the server tells nothing it is empty. */
export function createContext(parts: ContextParts): ToolContext {
  const { message, call, board, state, send } = parts
  const told = objectOf(message.contextJson)
  const update = new ContextUpdate()
  return {
    slyData: board.data,
    deps: freezeDeep(recordOf(told.get('deps'))),
    conversationHistory: freezeDeep(listOf(told.get('conversationHistory'))) as ToolContext['conversationHistory'],
    requestId: textOf(told.get('requestId'), message.idempotencyKey),
    timestamp: new Date(textOf(told.get('timestamp'), new Date().toISOString())),
    retry: numberOf(told.get('retry')),
    usage: freezeDeep(usageOf(told.get('usage'))),
    runId: textOf(told.get('runId'), message.scope),
    callId: textOf(told.get('callId'), call.id),
    agentPath: Object.freeze(message.origin.map(stepName)),
    state,
    codeMode: told.get('codeMode') === true,
    tape: { append: (name, data) => void update.logEvent(name, data) },
    env: Object.freeze(Object.fromEntries(parts.env.flatMap((name) => pairOf(name, process.env[name])))),
    get signal() {
      return call.signal
    },
    update,
    callTool: (name, args) => callTool(call, send, name, args),
    environment: () => openEnvironment((question) => askEnvironment(call, send, question)),
    progress: progressOf(call, send),
    emit: (event, data) => report(call, send, { event, data: data ?? null }, ''),
  }
}

/** Tells people how far a call is. What is no object has no structure, and is told in words. */
export function report(call: WorkerCall, send: Send, structure: unknown, content: unknown): void {
  if (structure === null || structure === undefined || call.isOver || call.progress >= MAX_PROGRESS) return
  if (typeof structure !== 'object' || Array.isArray(structure)) throw new Error('Progress takes an object.')
  call.progress += 1
  const structureJson = printJson(toTotalJson(structure))
  send({ type: 'progress', call: call.id, structureJson, content: String(content ?? '') })
}

/** Asks the server for a call of another tool and waits for its end. */
function callTool(call: WorkerCall, send: Send, tool: string, args: object): Promise<CalledTool> {
  if (call.isOver) return Promise.resolve({ ok: false, error: `The call that asked for ${tool} is over.` })
  const use = `u${call.uses.size + 1}`
  return new Promise((resolve) => {
    call.uses.set(use, (answer) => {
      if (!answer.ok || answer.failed === true) return resolve({ ok: false, error: answer.text })
      const read = parseJson(answer.valueJson ?? 'null')
      const value = answer.valueJson !== undefined && read.ok ? toValue(read.value) : answer.text
      resolve({ ok: true, text: answer.text, value })
    })
    send({ type: 'use', call: call.id, use, tool, argsJson: printJson(plainJson(args)) })
  })
}

async function askEnvironment(call: WorkerCall, send: Send, question: object): Promise<unknown> {
  const answer = await callTool(call, send, ENVIRONMENT, question)
  if (!answer.ok) throw new Error(answer.error)
  return unwrapAnswer(answer.value)
}

function textIn(part: { readonly pct: number; readonly text?: string }): string {
  return typeof part.text === 'string' ? part.text : ''
}

function pairOf(name: string, value: string | undefined): readonly (readonly [string, string])[] {
  return value === undefined ? [] : [[name, value]]
}

function objectOf(text: string | undefined): JsonObject {
  if (text === undefined) return new Map()
  const read = parseJson(text)
  return read.ok && isJsonObject(read.value) ? read.value : new Map()
}

function recordOf(json: Json | undefined): Record<string, unknown> {
  return isJsonObject(json) ? (toValue(json) as Record<string, unknown>) : {}
}

function listOf(json: Json | undefined): readonly unknown[] {
  const value = json === undefined ? [] : toValue(json)
  return Array.isArray(value) ? value : []
}

function textOf(json: Json | undefined, otherwise: string): string {
  return typeof json === 'string' ? json : otherwise
}

function numberOf(json: Json | undefined): number {
  const value = json === undefined ? 0 : toValue(json)
  return typeof value === 'number' ? value : 0
}

function usageOf(json: Json | undefined): ToolContext['usage'] {
  const [requests, toolCalls, inputTokens, outputTokens] = ['requests', 'toolCalls', 'inputTokens', 'outputTokens'].map(
    (key) => numberOf(jsonAt(json, key)),
  )
  return {
    requests: requests ?? 0,
    toolCalls: toolCalls ?? 0,
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
  }
}
