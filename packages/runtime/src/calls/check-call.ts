// Stage one of a call: everything that can refuse it before it runs. Arguments, pre hooks, permissions, schema; whether a person
// must agree. The arguments that come out of it are the ones that are approved and executed.
import { isJsonObject, type Json, type JsonObject, printJson, toJson } from '@slyglass/base'
import type { Studio } from '@slyglass/network'
import type { Failure, ModelCall } from '@slyglass/run-log'
import {
  blockedBy,
  type CallFailureCode,
  FAILURE_TRAITS,
  limitText,
  modelText,
  needsApproval,
  readArguments,
} from '@slyglass/tools'
import { alike, bothForms, type Forms } from '../forms.ts'
import type { RunContext } from '../run-context.ts'
import type { ToolEnd } from '../run-tool-batch.ts'
import type { Approval } from './ask-approval.ts'
import { findTool, type ToolRules } from './discipline.ts'
import { fitArguments } from './fit-arguments.ts'
import { passHooks } from './pass-hooks.ts'
import type { ReceivedCall } from './received-call.ts'
import {
  deniedText,
  misfitErrors,
  misfitText,
  noJsonText,
  notAllowedText,
  notFoundText,
  refusedByPersonText,
} from './told-failures.ts'

/** A call that may run, with its final arguments, or how it ends without running. */
export type Checked =
  | {
      readonly kind: 'ready'
      readonly rules: ToolRules
      readonly args: Forms<JsonObject>
      readonly asks: boolean
      /** The agent's rules. */
      readonly studio: Studio
    }
  /** Without a code it has a result: a hook put one in the place of the call. */
  | { readonly kind: 'refused'; readonly code?: CallFailureCode; readonly end: ToolEnd }

type Refused = Extract<Checked, { kind: 'refused' }>

export async function checkCall(context: RunContext, received: ReceivedCall): Promise<Checked> {
  const { call, limit } = received
  if (limit !== undefined) {
    const message = `The run has made all the calls that it may (${limit.limit} = ${limit.value}).`
    return refused('limit-reached', limitText(limit.limit, limit.value), message)
  }
  const sent = readSent(call)
  if (sent === undefined)
    return refused(
      'invalid-json',
      noJsonText(received.discipline),
      `The model wrote arguments for ${call.truth.tool} that are no JSON object.`,
    )
  const hooked = await hookArguments(context, received, sent)
  if ('kind' in hooked) return hooked
  const rules = findTool(received.discipline, call.truth.tool)
  if (rules === undefined) return unknownTool(received)
  const blocked = blockedBy(received.discipline.studio.permissions, rules.ruled)
  if (blocked !== undefined) {
    const { name } = rules.tool
    return refused('blocked', notAllowedText(received.discipline, rules), `${name} is blocked: ${blocked}.`)
  }
  const { studio } = received.discipline
  return fitted({
    kind: 'ready',
    rules,
    args: hooked.args,
    asks: needsApproval(studio.permissions, rules.ruled),
    studio,
  })
}

/** The same call after a person decided. */
export function afterApproval(checked: Extract<Checked, { kind: 'ready' }>, approval: Approval): Checked {
  if (approval.decision === 'approved') return { ...checked, asks: false }
  if (approval.decision !== 'edited') {
    const why = approval.reason === undefined ? '' : `: ${approval.reason}`
    const said = approval.decision === 'rejected' && approval.byPerson === true ? approval.reason : undefined
    return refused(
      'rejected',
      refusedByPersonText(checked, checked.rules, said),
      `The call of ${checked.rules.tool.name} was ${approval.decision}${why}.`,
    )
  }
  return fitted({ ...checked, args: approval.args, asks: false })
}

/** The call with arguments that fit, or refused. */
function fitted(ready: Extract<Checked, { kind: 'ready' }>): Checked {
  const { rules } = ready
  const fit = fitArguments(ready, rules, ready.args)
  if (fit.ok) return { ...ready, args: fit.args }
  const { misfit } = fit
  const message = `The arguments for ${rules.tool.name} do not fit its parameters, so nothing was called.`
  const detail = printJson(toJson({ errors: misfitErrors(misfit) }))
  return refused('invalid-arguments', misfitText(ready, rules, misfit), message, detail)
}

function readSent(call: Forms<ModelCall>): Forms<JsonObject> | undefined {
  const truth = readArguments(call.truth.args)
  if (truth.kind !== 'object') return undefined
  if (call.truth.args === call.logged.args) return alike(truth.args)
  const logged = readArguments(call.logged.args)
  return { truth: truth.args, logged: logged.kind === 'object' ? logged.args : truth.args }
}

async function hookArguments(
  context: RunContext,
  received: ReceivedCall,
  sent: Forms<JsonObject>,
): Promise<Refused | { readonly args: Forms<JsonObject> }> {
  const { call, span, discipline, signal } = received
  const rules = findTool(discipline, call.truth.tool)
  const names = rules?.ruled.names ?? [call.truth.tool]
  const payload = (form: 'truth' | 'logged'): JsonObject =>
    new Map<string, Json>([
      ['toolName', names[0] ?? call.truth.tool],
      ['toolId', call.truth.id],
      ['arguments', sent[form]],
      ['deps', received.values.now[form]],
    ])
  const place = { span, event: 'pre_tool_use', hooks: discipline.studio.hooks, names, signal } as const
  const hooked = await passHooks(context, place, { truth: payload('truth'), logged: payload('logged') })
  if (hooked.denied !== undefined) {
    const { reason } = hooked.denied
    const why = reason === undefined ? '' : `: ${reason}`
    return refused(
      'hook-denied',
      deniedText(discipline, names[0] ?? call.truth.tool, reason),
      `A hook denied the call of ${call.truth.tool}${why}.`,
    )
  }
  if (hooked.replaced !== undefined) return replacedBy(hooked.replaced)
  const [truth, logged] = [hooked.payload.truth.get('arguments'), hooked.payload.logged.get('arguments')]
  if (!isJsonObject(truth) || !isJsonObject(logged))
    return refused(
      'invalid-arguments',
      noJsonText(discipline),
      'A hook replaced the arguments by something that is no object.',
    )
  return { args: truth === sent.truth && logged === sent.logged ? sent : { truth, logged } }
}

/** The result is told as it is: no tool runs that could render it. */
function replacedBy(result: Forms<Json>): Refused {
  const end = {
    outcome: 'ok' as const,
    text: bothForms(result, modelText),
    value: printJson(result.truth),
    attempts: 0,
  }
  return { kind: 'refused', end }
}

function unknownTool({ call, discipline }: ReceivedCall): Refused {
  const { tool } = call.truth
  const offered = discipline.tools.map(({ name }) => name)
  const message = `The model called ${tool}, which it was not offered. It was offered: ${offered.join(', ')}.`
  return refused('unknown-tool', notFoundText(discipline, tool), message)
}

function refused(code: CallFailureCode, text: string, message: string, detail?: string): Refused {
  const { outcome, category } = FAILURE_TRAITS[code]
  const failure: Failure = { code, message, category, ...(detail !== undefined && { detail }) }
  return { kind: 'refused', code, end: { outcome, text: alike(text), failure, attempts: 0 } }
}
