// What a tool's code is told besides its arguments and private values, as JSON text for its host.
import { type Json, JsonNumber, type JsonText, printJson, toJson } from '@slyglass/base'
import type { RunContext } from '../run-context.ts'
import type { ReadyCall } from './execute-call.ts'

export function toolContext(context: RunContext, ready: ReadyCall, retry: number): JsonText {
  const { request, calls, clock } = context
  const { call, deps } = ready
  const { requests, toolCalls, inputTokens, outputTokens } = calls.usage
  const told: readonly (readonly [string, Json])[] = [
    ['deps', deps.truth],
    ['conversationHistory', toJson(call.agent.heard?.() ?? [])],
    ['requestId', `req_${context.digests.sha256(`${request.run} ${call.span}`).slice(0, 24)}`],
    ['timestamp', new Date(clock.now()).toISOString()],
    ['retry', new JsonNumber(String(retry))],
    ['usage', toJson({ requests, toolCalls, inputTokens, outputTokens })],
    ['runId', request.run],
    ['callId', call.call.truth.id],
    ['agentPath', toJson(call.origin.map((step) => step.tool))],
    ['codeMode', call.asGiven === true],
  ]
  return printJson(new Map(told))
}
