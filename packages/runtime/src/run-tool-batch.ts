// The tool calls of one answer: announced together, started in call order, run side by side, finished in call order (E8).
import type { Json, SpanId } from '@slyglass/base'
import { type Batch, type Draft, type Failure, type ModelCall, type Outcome, toolSpan } from '@slyglass/run-log'
import { unknownToolText } from '@slyglass/tools'
import { withOwnSignal } from './abort-with.ts'
import { askMcp } from './ask-mcp.ts'
import { askNetwork } from './ask-network.ts'
import { printChanges } from './calls/changes.ts'
import { findTool } from './calls/discipline.ts'
import type { RuledAgent } from './calls/ruled-agent.ts'
import { runRuledBatch } from './calls/run-ruled-batch.ts'
import type { Changes } from './calls/shared-values.ts'
import { userOf } from './calls/user-of.ts'
import { closeBelow } from './close-spans.ts'
import { delegate } from './delegate.ts'
import { alike, type Forms } from './forms.ts'
import { halfArguments } from './half-characters.ts'
import { secondsLimit } from './limits.ts'
import { MiddlewareRaised } from './middleware/failed.ts'
import type { Middleware } from './middleware/middleware.ts'
import type { Talk } from './middleware/talk.ts'
import { callWrapped, runOwnTool, type WrappedEnd, type WrappedTools } from './middleware/wrap-tool.ts'
import type { CallableTool, ToolPlan } from './plan-tools.ts'
import { runCodedTool } from './run-coded-tool.ts'
import type { AgentCall, Origin, RunContext } from './run-context.ts'
import { mockOf, runMocked } from './run-mocked.ts'
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
  /** What it changed of what tools share, for the agent that called. */
  readonly changes?: Changes
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
  /** Classes that may stand around the calls, and the conversation that they see. */
  readonly middleware: readonly Middleware[]
  readonly talk: Talk
}

export interface BatchEnd {
  /** The texts that the model reads, in call order. */
  readonly texts: readonly Forms<string>[]
  /** What classes around the calls change in the state beside them. */
  readonly updates: readonly Forms<Json>[]
}

export async function runToolBatch(context: RunContext, given: BatchPlan): Promise<BatchEnd> {
  if (given.agent.ruled !== undefined) return runRuled(context, given, given.agent.ruled)
  const { values } = given.agent
  const batch = values === undefined ? given : { ...given, agent: { ...given.agent, shared: values.now } }
  const planned = batch.calls.map((call, index) => planCall(context, batch, call, index + 1))
  const announced = planned.map((one) => one.announcement)
  await context.journal.commit([...announced, ...halfArguments(announced)])
  const running = planned.map((one) => settle(one.run(context)))
  const texts: Forms<string>[] = []
  const updates: Forms<Json>[] = []
  let stop: unknown
  for (const [index, work] of running.entries()) {
    const settled = await work
    const end = settled.ok ? settled.end : endOf(settled.error)
    if (!settled.ok) stop ??= settled.error
    if (end === undefined) throw stop
    updates.push(...(end.updates ?? []))
    if (end.changes !== undefined) values?.commit(end.changes)
    const one = planned[index]
    if (one !== undefined) texts.push(await finishCall(context, one, end))
  }
  if (stop !== undefined) throw stop
  return { texts, updates }
}

/** The same under the rules of this studio, with the same classes around each call. */
async function runRuled(context: RunContext, batch: BatchPlan, ruled: RuledAgent): Promise<BatchEnd> {
  const { agent, turn, calls } = batch
  const around = wrapped(context, batch)
  const end = await runRuledBatch(context, {
    ...{ agent, turn, calls, ruled },
    announce(call, place, described) {
      const { announcement, started } = announce(context, batch, call, place)
      return { draft: { ...announcement, batch: described }, ...(started !== undefined && { started }) }
    },
    around: (call, run) => callWrapped(context, { ...around, run }, call),
    runOther: (inside, call) => runCall(inside, call, calls.length === 1),
  })
  return { texts: end.texts, updates: end.ends.flatMap(({ updates = [] }: WrappedEnd) => updates) }
}

/** How a call ends that was stopped, or whose middleware raised; undefined for a bug. */
function endOf(error: unknown): WrappedEnd | undefined {
  if (isStop(error)) return STOPPED
  if (!(error instanceof MiddlewareRaised)) return undefined
  const { failure, said } = error.failed
  return { outcome: 'failed', text: said, failure, attempts: 0 }
}

const STOPPED: ToolEnd = { outcome: 'cancelled', text: alike(''), attempts: 1 }

type Settled = { readonly ok: true; readonly end: WrappedEnd } | { readonly ok: false; readonly error: unknown }

function settle(work: Promise<WrappedEnd>): Promise<Settled> {
  return work.then(
    (end) => ({ ok: true, end }),
    (error: unknown) => ({ ok: false, error }),
  )
}

type Announcement = Extract<Draft, { type: 'tool.started' }>

interface PlannedCall {
  readonly announcement: Announcement
  run(context: RunContext): Promise<WrappedEnd>
}

interface Place {
  readonly span: SpanId
  readonly parent: SpanId
  /** Of a call that is made in place of another: the index that the other was given. */
  readonly instance?: number | undefined
}

function planCall(context: RunContext, batch: BatchPlan, call: Forms<ModelCall>, index: number): PlannedCall {
  const { agent, turn, plan } = batch
  const place = { span: toolSpan(agent.span, turn, index), parent: agent.span }
  const { announcement, started } = announce(context, batch, call, place)
  if (started === undefined) return { announcement, run: async () => unknownTool(call.truth.tool, plan) }
  return { announcement, run: (inside) => callWrapped(inside, wrapped(inside, batch), started) }
}

/** `isOnly`: no other call of its answer runs beside it. */
function runCall(context: RunContext, call: ToolCall, isOnly = false): Promise<WrappedEnd> {
  const { middleware, kind } = call.tool
  const mock = mockOf(context, call.agent, call.tool)
  // A stand-in that answers at once listens to nothing.
  if (mock?.delayMs === 0) return runMocked(context, call, mock)
  const run = (one: ToolCall): Promise<WrappedEnd> => {
    if (mock !== undefined) return runMocked(context, one, mock)
    return middleware === undefined ? RUNNERS[kind](context, one) : runOwnTool(context, one, middleware)
  }
  if (isOnly) return run(call)
  // A host listens to the signal that it is given, and many calls of one answer run at once.
  return withOwnSignal(call.agent.signal, (signal) => run({ ...call, agent: { ...call.agent, signal } }))
}

/** How classes around the calls of a batch make them. */
function wrapped(context: RunContext, batch: BatchPlan): WrappedTools {
  const { agent, middleware, talk, plan } = batch
  return {
    ...{ agent, middleware, talk },
    run: (call) => runCall(context, call, batch.calls.length === 1),
    async again(call, { span, parent, instance }, run) {
      const { announcement, started } = announce(context, batch, call, { span, parent, instance })
      await context.journal.commit([announcement])
      const end = started === undefined ? unknownTool(call.truth.tool, plan) : await run(started)
      return { ...end, text: await finishCall(context, { announcement }, end) }
    },
  }
}

function announce(
  context: RunContext,
  batch: BatchPlan,
  call: Forms<ModelCall>,
  { span, parent, instance: kept }: Place,
): { readonly announcement: Announcement; readonly started?: ToolCall } {
  const { agent, plan } = batch
  const rules = agent.ruled === undefined ? undefined : findTool(agent.ruled.discipline, call.truth.tool)
  const tool = agent.ruled === undefined ? plan.tools.find((one) => one.name === call.truth.tool) : rules?.tool
  const known = context.journal.find(span, 'tool.started')
  const counted = tool?.peer?.reference ?? tool?.name
  const instance = known?.instance ?? kept ?? (counted === undefined ? 0 : context.instances.next(counted))
  const announcement = {
    type: 'tool.started',
    span,
    parent,
    agent: agent.entry.name,
    tool: call.truth.tool,
    kind: tool?.kind ?? 'unknown',
    callId: call.truth.id,
    args: call.truth.args,
    batch: describeBatch(batch),
    instance,
    ...(rules?.runtimeName !== undefined && { runtimeName: rules.runtimeName }),
    ...(agent.ruled !== undefined && userOf(agent.ruled, agent.entry, rules)),
    ...(tool?.peer !== undefined && { reference: tool.peer.reference }),
  } as const
  if (tool === undefined) return { announcement }
  const origin = [...agent.origin, { tool: counted ?? tool.name, instantiation_index: instance }]
  return { announcement, started: { agent, span, call, tool, origin } }
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

async function finishCall(
  context: RunContext,
  call: Pick<PlannedCall, 'announcement'>,
  end: ToolEnd,
): Promise<Forms<string>> {
  const { span, parent } = call.announcement
  const { outcome, text, value, failure, attempts } = end
  const details = { ...(value !== undefined && { result: value }), ...(failure !== undefined && { failure }) }
  const below = outcome === 'cancelled' ? closeBelow(context.journal, span) : []
  const { truth: ops = [] } = end.changes ?? {}
  const changed: readonly Draft[] =
    ops.length === 0 ? [] : [{ type: 'context.changed', span, parent, changes: printChanges(ops) }]
  const events = await context.journal.commit([
    ...below,
    ...changed,
    { type: 'tool.finished', span, parent, outcome, text: text.truth, attempts, ...details },
  ])
  const event = events.at(-1)
  const logged = event?.type === 'tool.finished' ? event.text : text.logged
  return logged === text.truth ? alike(logged) : { truth: text.truth, logged }
}
