// What a tool's code is told besides its arguments and private values, as JSON text for its host.
import {
  isJsonObject,
  type Json,
  JsonNumber,
  type JsonObject,
  type JsonText,
  jsonAt,
  printJson,
  toJson,
} from '@slyglass/base'
import { layOver } from '@slyglass/network'
import type { RunContext } from '../run-context.ts'
import type { ReadyCall } from './execute-call.ts'

export function toolContext(context: RunContext, ready: ReadyCall, retry: number): JsonText {
  const { request, calls, clock } = context
  const { call } = ready
  const { requests, toolCalls, inputTokens, outputTokens } = calls.usage
  const told: readonly (readonly [string, Json])[] = [
    ['deps', depsFor(ready)],
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

/** Of what tools share those keys that the tool uses, under what its agent's entry and its own write for it alone. */
function depsFor({ call, deps, rules }: ReadyCall): JsonObject {
  const { deps: used } = rules.studio.uses
  const shared = [...deps.truth].filter(([key]) => used === undefined || used.includes(key))
  const own = new Set([call.agent.entry, rules.tool.entry].map((entry) => jsonAt(entry.json, 'studio', 'deps')))
  return [...own].filter(isJsonObject).reduce<JsonObject>(layOver, new Map(shared))
}
