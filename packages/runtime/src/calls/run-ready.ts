// One call that passed stage one, with the ceiling over it: whatever it does, it has an end in time.

import { printJson } from '@slyglass/base'
import type { Failure } from '@slyglass/run-log'
import { FAILURE_TRAITS, saturatedText } from '@slyglass/tools'
import { alike, bothForms } from '../forms.ts'
import type { RunContext } from '../run-context.ts'
import type { ToolCall, ToolEnd } from '../run-tool-batch.ts'
import { executeCall, failedEnd, type ReadyCall } from './execute-call.ts'
import type { RuledEnd } from './read-result.ts'
import type { Slots } from './slots.ts'
import { TimeUp, withTimer } from './time-up.ts'

export interface Ceiling {
  readonly ms: number
  readonly slots: Slots
}

/** How calls are made that are no attempts of a tool: agents, other networks, tools of middleware. */
export type RunOther = (context: RunContext, call: ToolCall) => Promise<ToolEnd>

export async function runReady(
  context: RunContext,
  ready: ReadyCall,
  ceiling: Ceiling,
  runOther: RunOther,
): Promise<RuledEnd> {
  const { call, rules } = ready
  const known = context.journal.find(call.span, 'limit.reached')
  if (known?.limit === 'ceiling') return overCeiling(context, ready, known.value)
  const reason = () => new TimeUp(call.span, 'ceiling', rules.tool.name, ceiling.ms)
  let began = false
  try {
    return await withTimer(
      context.clock,
      { ms: ceiling.ms, reason, signal: call.agent.signal },
      async (signal, own) => {
        const leave = await ceiling.slots.take(signal)
        began = true
        try {
          const agent = { ...call.agent, signal, countdowns: [...(call.agent.countdowns ?? []), ...own] }
          return await runIn(context, { ...ready, call: { ...call, agent } }, runOther)
        } finally {
          leave()
        }
      },
    )
  } catch (error) {
    if (!(error instanceof TimeUp) || error.call !== call.span) throw error
    if (!began) return saturated(rules.tool.name)
    const place = { span: call.span, parent: call.agent.span }
    await context.journal.commit([{ type: 'limit.reached', ...place, limit: 'ceiling', value: ceiling.ms }])
    return overCeiling(context, ready, ceiling.ms)
  }
}

function runIn(context: RunContext, ready: ReadyCall, runOther: RunOther): Promise<RuledEnd> {
  const { tool, studio, ruled } = ready.rules
  const isMocked = ruled.names.some((name) => studio.mocks.has(name))
  const isOther = tool.kind === 'agent' || tool.kind === 'network' || tool.middleware !== undefined
  if (!isOther || isMocked) return executeCall(context, ready)
  return runOther(context, withFinalArgs(ready))
}

/** The call as if the model had written the final arguments. */
function withFinalArgs({ call, args }: ReadyCall): ToolCall {
  const texts = bothForms(args, (one) => printJson(one))
  const changed = {
    truth: { ...call.call.truth, args: texts.truth },
    logged: { ...call.call.logged, args: texts.logged },
  }
  const isSame = args.truth === args.logged
  return { ...call, call: isSame ? alike(changed.truth) : changed }
}

function overCeiling(context: RunContext, ready: ReadyCall, ms: number): RuledEnd {
  const { failure } = new TimeUp(ready.call.span, 'ceiling', ready.rules.tool.name, ms)
  return failedEnd(context, ready, failure, 1)
}

function saturated(tool: string): RuledEnd {
  const { outcome, category } = FAILURE_TRAITS.saturated
  const message = `${tool} was not called, because too many calls were running at the same time.`
  const failure: Failure = { code: 'saturated', message, category, retryable: true }
  return { outcome, text: alike(saturatedText(tool)), failure, attempts: 0 }
}
