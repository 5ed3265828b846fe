import { type Json, JsonNumber, type JsonText, printJson, toJson } from '@slyglass/base'
import type { AloneCall, AlonePorts } from './call-alone.ts'

/** What the tool's code is told besides its arguments: there is no conversation and no agent around it. */
export function aloneContext({ clock, digests }: AlonePorts, call: AloneCall, retry: number): JsonText {
  const told: readonly (readonly [string, Json])[] = [
    ['deps', call.deps ?? new Map()],
    ['conversationHistory', []],
    ['requestId', `req_${digests.sha256(`${call.run} ${call.tool}`).slice(0, 24)}`],
    ['timestamp', new Date(clock.now()).toISOString()],
    ['retry', new JsonNumber(String(retry))],
    ['usage', toJson({ requests: 0, toolCalls: 0, inputTokens: 0, outputTokens: 0 })],
    ['runId', call.run],
    ['callId', `call_${call.tool}`],
    ['agentPath', [call.tool]],
    ['codeMode', false],
  ]
  return printJson(new Map(told))
}
