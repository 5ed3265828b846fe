// The tool calls of one answer: announced together, started in call order, run side by side, finished in call order (E8).
import type { SpanId } from '@slyglass/base'
import { type Batch, type Draft, type Failure, type ModelCall, type Outcome, toolSpan } from '@slyglass/run-log'
import { unknownToolText } from '@slyglass/tools'
import { askMcp } from './ask-mcp.ts'
import { askNetwork } from './ask-network.ts'
import { closeBelow } from './close-spans.ts'
import { delegate } from './delegate.ts'
import { alike, type Forms } from './forms.ts'
import { secondsLimit } from './limits.ts'
import type { CallableTool, ToolPlan } from './plan-tools.ts'
import { runCodedTool } from './run-coded-tool.ts'
import type { AgentCall, Origin, RunContext } from './run-context.ts'
import { isStop } from './stops.ts'

/** A tool call that is about to run. */
export interface ToolCall {
  readonly agent: AgentCall
  readonly span: SpanId
  readonly call: Forms<ModelCall>
  readonly tool: CallableTool
  readonly origin: Origin
  /** Made by code: arguments go through as given, declared or not. */
  readonly asGiven?: boolean
}

/** How a tool call ended; `text` is what the model reads. */
export interface ToolEnd {
  readonly outcome: Outcome
  readonly text: Forms<string>
  readonly value?: string
  readonly failure?: Failure
  readonly attempts: number
}

const RUNNERS = {
  agent: delegate,
  'coded-tool': runCodedTool,
  'toolbox-tool': runCodedTool,
  network: askNetwork,
  'mcp-tool': askMcp,
} as const

interface BatchPlan {
  readonly agent: AgentCall
  readonly turn: number
  readonly plan: ToolPlan
  readonly calls: readonly Forms<ModelCall>[]
}

/** The texts that the model reads, in call order. */
export async function runToolBatch(context: RunContext, batch: BatchPlan): Promise<readonly Forms<string>[]> {
  const planned = batch.calls.map((call, index) => planCall(context, batch, call, index + 1))
  await context.journal.commit(planned.map((one) => one.announcement))
  const running = planned.map((one) => settle(one.run(context)))
  const texts: Forms<string>[] = []
  let stop: unknown
  for (const [index, work] of running.entries()) {
    const settled = await work
    const end = settled.ok ? settled.end : STOPPED
    if (!settled.ok) stop ??= settled.error
    if (!settled.ok && !isStop(settled.error)) throw settled.error
    const one = planned[index]
    if (one !== undefined) texts.push(await finishCall(context, one, end))
  }
  if (stop !== undefined) throw stop
  return texts
}

const STOPPED: ToolEnd = { outcome: 'cancelled', text: alike(''), attempts: 1 }

type Settled = { readonly ok: true; readonly end: ToolEnd } | { readonly ok: false; readonly error: unknown }

function settle(work: Promise<ToolEnd>): Promise<Settled> {
  return work.then(
    (end) => ({ ok: true, end }),
    (error: unknown) => ({ ok: false, error }),
  )
}

interface PlannedCall {
  readonly announcement: Extract<Draft, { type: 'tool.started' }>
  run(context: RunContext): Promise<ToolEnd>
}

function planCall(context: RunContext, batch: BatchPlan, call: Forms<ModelCall>, index: number): PlannedCall {
  const { agent, turn, plan } = batch
  const span = toolSpan(agent.span, turn, index)
  const tool = plan.tools.find((one) => one.name === call.truth.tool)
  const known = context.journal.find(span, 'tool.started')
  const counted = tool?.peer?.reference ?? tool?.name
  const instance = known?.instance ?? (counted === undefined ? 0 : context.instances.next(counted))
  const announcement = {
    type: 'tool.started',
    span,
    parent: agent.span,
    agent: agent.entry.name,
    tool: call.truth.tool,
    kind: tool?.kind ?? 'unknown',
    callId: call.truth.id,
    args: call.truth.args,
    batch: describeBatch(batch),
    instance,
    ...(tool?.peer !== undefined && { reference: tool.peer.reference }),
  } as const
  if (tool === undefined) return { announcement, run: async () => unknownTool(call.truth.tool, plan) }
  const origin = [...agent.origin, { tool: counted ?? tool.name, instantiation_index: instance }]
  const started: ToolCall = { agent, span, call, tool, origin }
  const run = RUNNERS[tool.kind]
  return { announcement, run: (inside) => run(inside, started) }
}

function describeBatch({ agent, turn, calls }: BatchPlan): Batch {
  const ceilingMs = secondsLimit(agent.entry).seconds * 1000
  return { id: `${agent.span}.t${turn}`, size: calls.length, mode: 'parallel', ceilingMs }
}

function unknownTool(tool: string, plan: ToolPlan): ToolEnd {
  const offered = plan.tools.map((one) => one.name)
  const failure = {
    code: 'unknown-tool',
    message: `The model called ${tool}, which it was not offered. It was offered: ${offered.join(', ')}.`,
  }
  return { outcome: 'failed', text: alike(unknownToolText(tool, offered)), failure, attempts: 0 }
}

async function finishCall(context: RunContext, call: PlannedCall, end: ToolEnd): Promise<Forms<string>> {
  const { span, parent } = call.announcement
  const { outcome, text, value, failure, attempts } = end
  const details = { ...(value !== undefined && { result: value }), ...(failure !== undefined && { failure }) }
  const below = outcome === 'cancelled' ? closeBelow(context.journal, span) : []
  const events = await context.journal.commit([
    ...below,
    { type: 'tool.finished', span, parent, outcome, text: text.truth, attempts, ...details },
  ])
  const event = events.at(-1)
  const logged = event?.type === 'tool.finished' ? event.text : text.logged
  return logged === text.truth ? alike(logged) : { truth: text.truth, logged }
}
