import type { Failure } from '@slyglass/run-log'
import { type AttemptFault, FAILURE_TRAITS } from '@slyglass/tools'
import type { ToolRules } from '../calls/discipline.ts'
import { codeOf, faultOf, textOf } from '../calls/execute-call.ts'
import type { HostReply } from '../ports.ts'
import type { AloneEnd } from './call-alone.ts'

/** Why an attempt failed, as far as trying again goes; undefined when it did not. */
export function faultOfReply(reply: HostReply | Failure): AttemptFault | undefined {
  if ('code' in reply) return faultOf(reply)
  return reply.ok ? undefined : faultOf(reply.failure)
}

/** The end of a call. `text` is what the host says a model reads; with rules it is put into the words of rules. */
export function aloneEnd(failure: Failure | undefined, text: string, attempts: number, rules?: ToolRules): AloneEnd {
  const nothing = { wrote: [], removed: [], warnings: [] }
  if (failure === undefined) return { outcome: 'ok', text, attempts, ...nothing }
  if (failure.code === 'cancelled') return { outcome: 'cancelled', text, failure, attempts, ...nothing }
  if (rules === undefined || !rules.studio.disciplined)
    return { outcome: 'failed', text, failure, attempts, ...nothing }
  const code = codeOf(failure)
  const told = { ...failure, category: failure.category ?? FAILURE_TRAITS[code].category }
  return { outcome: 'failed', text: textOf(rules, code, failure, attempts), failure: told, attempts, ...nothing }
}
