// Hooks around an agent and its requests: they see that something happens, and only `pre_request` can stop it.

import type { SpanId } from '@slyglass/base'
import { type Json, JsonNumber, type JsonObject } from '@slyglass/base'
import type { HookEvent } from '@slyglass/network'
import { alike, bothForms, type Forms } from '../forms.ts'
import type { AgentCall, RunContext } from '../run-context.ts'
import { type Hooked, passHooks } from './pass-hooks.ts'

export interface Around {
  readonly event: HookEvent
  readonly span: SpanId
  readonly toolCount?: number
  readonly iteration?: number
  readonly output?: Forms<string>
}

const NOTHING: Hooked = { payload: alike(new Map()) }

export async function agentHooks(context: RunContext, agent: AgentCall, around: Around): Promise<Hooked> {
  const { ruled, entry, signal } = agent
  const hooks = ruled?.discipline.studio.hooks.filter(({ event }) => event === around.event) ?? []
  if (ruled === undefined || hooks.length === 0) return NOTHING
  const { event, span, toolCount, iteration, output } = around
  const payload = (form: 'truth' | 'logged'): JsonObject =>
    new Map<string, Json>([
      ['agentName', entry.name],
      ...(toolCount === undefined ? [] : [['toolCount', number(toolCount)] as const]),
      ...(iteration === undefined ? [] : [['iteration', number(iteration)] as const]),
      ...(output === undefined ? [] : [['output', output[form]] as const]),
      ['deps', ruled.values.now[form]],
    ])
  const told = { truth: payload('truth'), logged: payload('logged') }
  return passHooks(context, { span, parent: agent.span, event, hooks, names: [], signal }, told)
}

const number = (value: number): JsonNumber => new JsonNumber(String(value))

/** What a hook said when it denied a request. */
export function deniedRequest({ denied }: Hooked): Forms<string> | undefined {
  if (denied === undefined) return undefined
  return bothForms(alike(denied.reason ?? ''), (reason) =>
    reason === '' ? 'A hook denied the request to the model.' : `A hook denied the request to the model: ${reason}`,
  )
}
