// What questions of code to models have in common: whom they ask, and how an answer is put.
import { type Json, JsonNumber, printJson, type SpanId } from '@slyglass/base'
import type { Failure, Usage } from '@slyglass/run-log'
import type { ModelChoice } from '../llm/choose-models.ts'
import type { HostUseReply } from '../ports.ts'
import type { AgentCall } from '../run-context.ts'

/** A model that answers for code, and where. */
export interface CodeModelCall {
  readonly agent: AgentCall
  readonly place: { readonly span: SpanId; readonly parent: SpanId }
  readonly choices: readonly [ModelChoice, ...ModelChoice[]]
}

/** Why a model did not answer, by its code. */
export function failedReply({ code, message }: Failure): HostUseReply {
  return refused(`${code}: ${message}`)
}

/** The answer of a question, as an object. */
export function told(entries: readonly (readonly [string, Json])[]): HostUseReply {
  const value = printJson(new Map(entries))
  return { ok: true, text: value, value }
}

export function refused(message: string): HostUseReply {
  return { ok: false, kind: 'value', message }
}

/** `token_usage`, where it is known. */
export function usageOf(
  usage: Pick<Usage, 'promptTokens' | 'completionTokens'> | undefined,
): readonly (readonly [string, Json])[] {
  if (usage === undefined) return []
  const { promptTokens, completionTokens } = usage
  const counts = new Map([
    ['input_tokens', new JsonNumber(String(promptTokens))],
    ['output_tokens', new JsonNumber(String(completionTokens))],
  ])
  return [['token_usage', counts]]
}
