// A call that a tool's code makes while its agent is under rules: hooks, permissions, schema, approval, attempts and limits are
// those of a call of a model. What it changes of what tools share becomes a part of the outer call's answer.
import { type JsonText, parseJson, printJson, type SpanId } from '@slyglass/base'
import type { Failure } from '@slyglass/run-log'
import { batchCeiling, contextOpsJson, readContextOps } from '@slyglass/tools'
import { type CallableTool, defined } from '../plan-tools.ts'
import type { RunContext } from '../run-context.ts'
import type { ToolCall } from '../run-tool-batch.ts'
import { requestApproval } from './ask-approval.ts'
import { afterApproval, checkCall } from './check-call.ts'
import { commitCall } from './commit-call.ts'
import { countCall } from './count-call.ts'
import { rulesOf } from './discipline.ts'
import { lostCodeRule } from './lost-code.ts'
import type { RuledEnd } from './read-result.ts'
import type { ReceivedCall } from './received-call.ts'
import { LongResults, type RuledAgent } from './ruled-agent.ts'
import { type RunOther, runReady } from './run-ready.ts'
import { type Changes, NO_CHANGES, SharedValues } from './shared-values.ts'
import { Slots } from './slots.ts'
import { outOfTime } from './time-up.ts'

export interface CodeCall {
  readonly call: ToolCall
  readonly parent: SpanId
  readonly ruled: RuledAgent
  readonly runOther: RunOther
}

export interface CodeCallEnd {
  readonly text: string
  readonly outcome: RuledEnd['outcome']
  readonly value?: JsonText
  readonly failure?: Failure
  readonly changes: Changes
}

export async function runCodeCall(
  context: RunContext,
  { call: given, parent, ruled, runOther }: CodeCall,
): Promise<CodeCallEnd> {
  const { agent, span } = given
  const tool = definedTool(ruled, given.tool)
  const call = { ...given, tool }
  const rules = rulesOf(context, agent, tool)
  const discipline = { ...ruled.discipline, tools: [rules] }
  const values = new SharedValues(agent.shared ?? ruled.values.now)
  const received: ReceivedCall = { agent, span, parent, call: call.call, discipline, values, signal: agent.signal }
  const limit = await countCall(context, received)
  const first = await checkCall(context, limit === undefined ? received : { ...received, limit })
  const checked = first.kind === 'ready' && first.asks ? await ask(context, received, first, ruled) : first
  const ready = checked.kind === 'ready' ? { call, rules, args: checked.args, deps: values.now } : undefined
  const ceiling = { ms: batchCeiling([rules.timed], discipline.studio.parallel), slots: new Slots(1) }
  const end = ready === undefined ? refusedEnd(checked) : await runReady(context, ready, ceiling, runOther)
  const text = await commitCall(context, {
    received,
    end,
    ...(checked.kind === 'refused' && checked.code !== undefined && { code: checked.code }),
    ...(ready !== undefined && { args: ready.args }),
    long: new LongResults(),
    whole: true,
  })
  const { outcome, value, failure, changes = NO_CHANGES } = end
  const more = { ...(value !== undefined && { value }), ...(failure !== undefined && { failure }) }
  return { text: text.truth, outcome, changes, ...more }
}

/** The tool as models know it, else as its definition tells. */
function definedTool({ supplied, described }: RuledAgent, tool: CallableTool): CallableTool {
  if (supplied.some((one) => one.tool === tool)) return tool
  const listed = supplied.find((one) => one.tool.entry.name === tool.entry.name && one.tool.builtIn === undefined)
  return listed?.tool ?? defined(tool, described.get(tool.name))
}

type Checked = Awaited<ReturnType<typeof checkCall>>

async function ask(
  context: RunContext,
  { span, signal, discipline, agent }: ReceivedCall,
  checked: Extract<Checked, { kind: 'ready' }>,
  ruled: RuledAgent,
): Promise<Checked> {
  const lostCode = lostCodeRule(context, ruled, span)
  const answer = await requestApproval(context, {
    call: span,
    tool: checked.rules.tool.name,
    args: checked.args,
    timeoutMs: discipline.studio.approvals.timeoutMs,
    ...(lostCode !== undefined && { lostCode }),
    signal,
  })
  return afterApproval(checked, await outOfTime(agent.countdowns ?? [], answer))
}

function refusedEnd(checked: Checked): RuledEnd {
  if (checked.kind === 'refused') return checked.end
  throw new Error('a call that may run was not run')
}

/** The update of an answer together with what calls of its code changed. */
export function joinUpdates(own: JsonText | undefined, inner: readonly Changes[]): JsonText | undefined {
  const ops = inner.flatMap(({ truth }) => truth)
  if (ops.length === 0) return own
  const parsed = parseJson(own ?? '[]')
  return printJson(contextOpsJson([...ops, ...(parsed.ok ? readContextOps(parsed.value) : [])]))
}
