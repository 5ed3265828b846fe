// A run that calls one tool and asks no model. The tool's agent stands there as in any run, because its rules and its sources
// count; what the call passes on its way is what a call of a model passes.
import type { JsonText } from '@slyglass/base'
import type { Entry, Network, Reference } from '@slyglass/network'
import { type Failure, FRONT_MAN_SPAN, type LoneCall, type Outcome, RUN_SPAN, toolSpan } from '@slyglass/run-log'
import { resolveName, runtimeNameOf } from '@slyglass/tools'
import { printChanges } from './calls/changes.ts'
import { keptDescriptions, readDescriptions } from './calls/read-descriptions.ts'
import { ruleAgent } from './calls/rule-agent.ts'
import type { RuledAgent } from './calls/ruled-agent.ts'
import { SharedValues } from './calls/shared-values.ts'
import { historyMessage, pastMessages } from './conversation.ts'
import { findEntry } from './find-entry.ts'
import { alike, type Forms } from './forms.ts'
import { startTalk } from './middleware/talk.ts'
import { keptOffers, readOffers } from './outside-tools.ts'
import { type CallableTool, planTools, type ToolPlan } from './plan-tools.ts'
import type { AgentEnd } from './run-agent.ts'
import type { AgentCall, RunContext } from './run-context.ts'
import { mockOf } from './run-mocked.ts'
import { runToolBatch } from './run-tool-batch.ts'

export async function callAlone(context: RunContext, lone: LoneCall, signal: AbortSignal): Promise<AgentEnd> {
  const entry = callerOf(context.network, lone)
  if (entry === undefined) return refused('no-such-tool', noAgentText(context.network, lone))
  return asCaller(context, { entry, parent: RUN_SPAN, signal }, (agent) => callTimes(context, agent, lone))
}

/** An agent whose tools are called without its model. */
export type Caller = AgentCall & { readonly values: SharedValues }

/** Work in the name of an agent, whose beginning and end are logged around it. */
export async function asCaller(
  context: RunContext,
  given: Pick<AgentCall, 'entry' | 'parent' | 'signal'>,
  work: (agent: Caller) => Promise<AgentEnd>,
): Promise<AgentEnd> {
  const agent = await begin(context, given)
  const end = await work(agent)
  const { outcome, text, failure } = end
  const changes = agent.values.changes.truth
  const more = {
    ...(failure !== undefined && { failure }),
    ...(changes.length > 0 && { changes: printChanges(changes) }),
  }
  await context.journal.commit([{ type: 'agent.finished', ...placeOf(agent), outcome, answer: text.truth, ...more }])
  return end
}

async function begin(
  context: RunContext,
  { entry, parent, signal }: Pick<AgentCall, 'entry' | 'parent' | 'signal'>,
): Promise<Caller> {
  const { journal, instances, request } = context
  const instance = journal.find(FRONT_MAN_SPAN, 'agent.started')?.instance ?? instances.next(entry.name)
  const place = { span: FRONT_MAN_SPAN, parent, role: 'front-man' as const }
  const { message: input } = request
  await journal.commit([{ type: 'agent.started', ...place, agent: entry.name, instance, input }])
  const origin = [{ tool: entry.name, instantiation_index: instance }]
  const values = new SharedValues(context.calls.deps)
  const heard = () => pastMessages(context.history.map(({ truth }) => historyMessage(truth)))
  return { entry, ...place, origin, input: alike(input), signal, values, heard }
}

/** What an agent may call without its model. */
export interface OwnTools {
  readonly agent: AgentCall
  readonly plan: ToolPlan
  /** All of its tools, wherever they are offered. */
  readonly tools: readonly CallableTool[]
  find(name: string): CallableTool | undefined
  /** As people know the tool. */
  nameOf(tool: CallableTool): string
}

export async function readOwnTools(context: RunContext, agent: Caller): Promise<OwnTools> {
  const offers = await readOffers(context, agent)
  const described = await readDescriptions(context, agent)
  const plan = planTools(context.network, agent.entry, context.toolbox, offers, described)
  const notes = plan.warnings.map(
    (text) => ({ ...placeOf(agent), type: 'note.noted', level: 'warning', text }) as const,
  )
  await context.journal.commit([...keptOffers(agent, offers), ...keptDescriptions(agent, described), ...notes])
  const ruled = ruleAgent(context, agent, plan, agent.values, described)
  const own = ruled === undefined ? agent : { ...agent, ruled: withoutCounting(ruled) }
  const tools = ruled === undefined ? plan.tools : ruled.supplied.map(({ tool }) => tool)
  const rulesOf = (tool: CallableTool) => ruled?.supplied.find((one) => one.tool === tool)
  const nameOf = (tool: CallableTool) => runtimeNameOf(rulesOf(tool) ?? tool)
  return { agent: own, plan, tools, find: (name) => find(ruled, plan, name), nameOf }
}

async function callTimes(context: RunContext, agent: Caller, lone: LoneCall): Promise<AgentEnd> {
  const own = await readOwnTools(context, agent)
  const { plan } = own
  if (plan.fault !== undefined) return refused('tool-definition', plan.fault)
  const tool = own.find(lone.tool)
  const fault = tool === undefined ? notOffered(context, agent, plan, lone) : whyNotAlone(context, agent, tool)
  if (tool === undefined || fault !== undefined) return fault ?? notOffered(context, agent, plan, lone)
  const args = argumentsOf(context)
  let end: AgentEnd = { outcome: 'ok', text: alike('') }
  for (let turn = 1; turn <= (lone.times ?? 1); turn += 1) {
    const next = await callOnce(context, own, { tool, turn, args })
    end = end.outcome === 'ok' ? next : { ...end, text: next.text }
  }
  return end
}

function argumentsOf({ journal, request }: RunContext): Forms<JsonText> {
  const truth = request.call?.args ?? '{}'
  return { truth, logged: journal.find(RUN_SPAN, 'run.started')?.call?.args ?? truth }
}

interface Once {
  readonly tool: CallableTool
  readonly turn: number
  readonly args: Forms<JsonText>
}

export async function callOnce(context: RunContext, own: OwnTools, { tool, turn, args }: Once): Promise<AgentEnd> {
  const { agent, plan } = own
  const call = (text: JsonText) => ({ id: `call_${turn}`, tool: tool.name, args: text })
  const forms =
    args.truth === args.logged ? alike(call(args.truth)) : { truth: call(args.truth), logged: call(args.logged) }
  const batch = { agent, turn, plan, calls: [forms], middleware: [], talk: startTalk([]) }
  const { texts } = await runToolBatch(context, batch)
  const ended = context.journal.find(toolSpan(agent.span, turn, 1), 'tool.finished')
  const outcome: Outcome = ended?.outcome ?? 'failed'
  const failure = ended?.failure
  return { outcome, text: texts[0] ?? alike(''), ...(failure !== undefined && { failure }) }
}

/** Limits of a run hold a model back; a person says how often. */
function withoutCounting(ruled: RuledAgent): RuledAgent {
  const { discipline } = ruled
  const limits = { toolCalls: Number.POSITIVE_INFINITY, sameCallRepeats: Number.POSITIVE_INFINITY }
  return { ...ruled, discipline: { ...discipline, studio: { ...discipline.studio, limits } } }
}

function find(ruled: RuledAgent | undefined, plan: ToolPlan, name: string): CallableTool | undefined {
  if (ruled !== undefined) return resolveName(ruled.supplied, name)?.tool
  return resolveName(plan.tools, name)
}

/** Whose tool it is: the agent that was named, else the first that lists it, else the one with tools from outside. */
function callerOf(network: Network, { tool, agent }: LoneCall): Entry | undefined {
  const agents = network.entries.filter(({ kind }) => kind === 'agent')
  const entry = findEntry(network, tool)
  const lists = (one: Entry) => one.tools.some(({ name }) => name === entry?.name)
  const named = agents.find(({ name }) => name === agent)
  if (agent !== undefined && named === undefined) return undefined
  if (entry === undefined)
    return named ?? agents.find(({ tools }) => tools.some(({ kind }) => kind === 'mcp')) ?? network.frontMan
  const caller = named ?? agents.find(lists) ?? network.frontMan
  const reference: Reference = { name: entry.name, kind: 'entry' }
  return caller === undefined ? undefined : { ...caller, tools: [reference] }
}

/** What works by asking a model cannot be called without one. */
export function whyNotAlone(context: RunContext, agent: AgentCall, tool: CallableTool): AgentEnd | undefined {
  const isModels = tool.kind === 'agent' || tool.kind === 'network'
  if (!isModels || mockOf(context, agent, tool) !== undefined) return undefined
  const what = tool.kind === 'agent' ? 'an agent' : 'another network'
  return refused(
    'not-a-tool',
    `${tool.name} is ${what}, which asks a model. Talk with its network instead, or give it a stand-in under studio.mocks.`,
  )
}

function notOffered(
  { network }: Pick<RunContext, 'network'>,
  { entry }: AgentCall,
  plan: ToolPlan,
  { tool }: LoneCall,
): AgentEnd {
  // A tool that is there and cannot be used: why not is all there is to say. Its neighbours are not concerned.
  const known = findEntry(network, tool)?.name ?? tool
  const why = plan.warnings.filter((text) => text.startsWith(`${known} `))
  if (why.length > 0) return refused('no-such-tool', why.join(' '))
  const names = plan.tools.map(({ name }) => name)
  const has = names.length === 0 ? `${entry.name} has no tools` : `${entry.name} has ${names.join(', ')}`
  return refused('no-such-tool', [`There is no tool ${tool}: ${has}.`, ...plan.warnings].join(' '))
}

function noAgentText(network: Network, { tool, agent }: LoneCall): string {
  if (agent === undefined) return `${network.name} has no agent, so nobody has the tool ${tool}.`
  return `There is no agent ${agent} in ${network.name}.`
}

function placeOf({ span, parent }: AgentCall) {
  return { span, parent }
}

export function refused(code: string, message: string): AgentEnd {
  const failure: Failure = { code, message }
  const text: Forms<string> = alike(message)
  return { outcome: 'failed', text, failure }
}
