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
import { type Entry, layOver } from '@slyglass/network'
import type { AgentCall, RunContext } from '../run-context.ts'
import type { ToolRules } from './discipline.ts'
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

/** The same for a tool of an agent that has called nothing yet: it finds the environment that its calls will find. */
export function contextBeforeCalls(
  { request }: RunContext,
  { entry, ruled }: AgentCall,
  rules: ToolRules | undefined,
): JsonText {
  const deps = ruled?.values.now.truth ?? new Map()
  const told = rules === undefined ? deps : usedDeps(deps, rules, [entry, rules.tool.entry])
  return printJson(
    new Map<string, Json>([
      ['deps', told],
      ['runId', request.run],
    ]),
  )
}

function depsFor({ call, deps, rules }: ReadyCall): JsonObject {
  return usedDeps(deps.truth, rules, [call.agent.entry, rules.tool.entry])
}

/** Of what tools share those keys that the tool uses, under what its agent's entry and its own write for it alone. */
function usedDeps(deps: JsonObject, { studio }: ToolRules, entries: readonly Entry[]): JsonObject {
  const { deps: used } = studio.uses
  const shared = [...deps].filter(([key]) => used === undefined || used.includes(key))
  const own = new Set(entries.map((entry) => jsonAt(entry.json, 'studio', 'deps')))
  return [...own].filter(isJsonObject).reduce<JsonObject>(layOver, new Map(shared))
}
