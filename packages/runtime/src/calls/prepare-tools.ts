// A function of the project that chooses, before each model request, which of the offered tools the request holds. Its choice is
// in the log before it has an effect, and is taken from there when the run is resumed or replayed.
import {
  isJsonList,
  isJsonObject,
  type Json,
  JsonNumber,
  type JsonObject,
  jsonAt,
  parseJson,
  printJson,
  type SpanId,
  toJson,
} from '@slyglass/base'
import { functionHook } from '@slyglass/network'
import { type EventOf, type Failure, hookSpan, modelSpan } from '@slyglass/run-log'
import { functionSchema, isBlocked, resolveName, unknownNamesText } from '@slyglass/tools'
import { pastMessages } from '../conversation.ts'
import type { Talk } from '../middleware/talk.ts'
import type { AgentCall, RunContext } from '../run-context.ts'
import { Diverged } from '../stops.ts'
import { askHook } from './ask-hook.ts'
import type { ToolRules } from './discipline.ts'
import { offeredTools } from './offer-tools.ts'
import type { RuledAgent } from './ruled-agent.ts'

export type PreparedTools =
  | { readonly ok: true; readonly ruled: RuledAgent; readonly section?: string }
  | { readonly ok: false; readonly failure: Failure }

/** How the function is called in the trace. */
const NAME = 'prepare_tools'

export interface Step {
  readonly agent: AgentCall
  /** As the model would be offered tools without the function. */
  readonly ruled: RuledAgent
  readonly number: number
  readonly talk: Talk
}

export async function prepareTools(context: RunContext, step: Step): Promise<PreparedTools> {
  const { ruled } = step
  const { prepareTools: run } = ruled.discipline.studio
  if (run === undefined) return { ok: true, ruled }
  const chosen = await choose(context, step, run)
  if (chosen.decision === 'deny') return { ok: false, failure: failureOf(run, chosen.reason ?? '') }
  const parsed = parseJson(chosen.changes ?? 'null')
  const choice = readChoice(parsed.ok ? parsed.value : null)
  if (choice === undefined) return { ok: true, ruled }
  return { ok: true, ruled: narrowed(ruled, choice), ...(choice.section !== undefined && { section: choice.section }) }
}

type Decided = Pick<EventOf<'hook.finished'>, 'decision' | 'reason' | 'changes'>

async function choose(context: RunContext, step: Step, run: string): Promise<Decided> {
  const { journal, source } = context
  const { agent, number } = step
  const span = hookSpan(modelSpan(agent.span, number), NAME)
  const own = journal.find(span, 'hook.finished')
  if (own !== undefined) return journal.formsOf(own).truth
  const taken = source?.answers.find(span, 'hook.finished')
  if (taken === undefined && source?.onDifference === 'fail')
    throw new Diverged('replay-diverged', span, 'The recording holds no choice of tools for this request.')
  const decided = taken ?? (await ask(context, step, run, span))
  const { decision, reason, changes } = decided
  await journal.commit([
    {
      ...{ type: 'hook.finished', span, parent: agent.span, hook: NAME, stage: 'pre', event: NAME, decision },
      ...(reason !== undefined && { reason }),
      ...(changes !== undefined && { changes }),
    },
  ])
  return decided
}

async function ask(context: RunContext, step: Step, run: string, span: SpanId): Promise<Decided> {
  const answer = await askHook(context, {
    hook: functionHook('pre_request', NAME, run),
    span,
    payload: payloadOf(step),
    signal: step.agent.signal,
  })
  if (!answer.ok) return { decision: 'deny', reason: answer.error }
  const choice = readChoice(answer.value)
  if (choice === undefined) {
    if (answer.value === null) return { decision: 'allow' }
    return { decision: 'deny', reason: 'it answers neither a list of tools nor an object with one' }
  }
  const offered = offeredRules(step.ruled)
  const unknown = choice.tools.filter(({ name }) => resolveName(offered, name) === undefined).map(({ name }) => name)
  if (unknown.length > 0) return { decision: 'deny', reason: unknownNamesText(unknown) }
  return { decision: 'modify', changes: printJson(printChoice(choice)) }
}

function payloadOf({ agent, ruled, number, talk }: Step): JsonObject {
  const tools = offeredRules(ruled).map(
    ({ tool, settings, ruled: { names } }): Json =>
      new Map<string, Json>([
        ['name', tool.name],
        ['runtimeName', names[0] ?? tool.name],
        ['description', tool.description],
        ['parameters', tool.schema ?? functionSchema(tool.parameters)],
        ['tags', settings.tags],
        ['category', settings.category ?? null],
      ]),
  )
  return new Map<string, Json>([
    ['agentName', agent.entry.name],
    ['tools', tools],
    ['step', new JsonNumber(String(number))],
    ['state', ruled.values.now.truth],
    ['messages', toJson(pastMessages(talk.messages.map(({ truth }) => truth)))],
  ])
}

function offeredRules(ruled: RuledAgent): readonly ToolRules[] {
  const offered = new Set(offeredTools(ruled))
  return ruled.discipline.tools.filter(({ tool }) => offered.has(tool))
}

interface Choice {
  /** In the order in which they are offered; a description replaces the tool's own. */
  readonly tools: readonly { readonly name: string; readonly description?: string }[]
  readonly section?: string
}

/** A list of names or tools, or an object with one. Null leaves everything as it is. */
function readChoice(answer: Json): Choice | undefined {
  const list = isJsonList(answer) ? answer : jsonAt(answer, 'tools')
  const section = jsonAt(answer, 'promptSection')
  if (!isJsonList(list)) return undefined
  const tools = list.map((item) => {
    const [name, description] = isJsonObject(item) ? [item.get('name'), item.get('description')] : [item, undefined]
    return { name: String(name), ...(typeof description === 'string' && { description }) }
  })
  return { tools, ...(typeof section === 'string' && section !== '' && { section }) }
}

function printChoice({ tools, section }: Choice): JsonObject {
  return new Map<string, Json>([
    ['tools', toJson(tools)],
    ...(section === undefined ? [] : [['promptSection', section] as const]),
  ])
}

/** What is blocked stays known as such. */
function narrowed(ruled: RuledAgent, choice: Choice): RuledAgent {
  const { discipline } = ruled
  const offered = offeredRules(ruled)
  const chosen = choice.tools.flatMap(({ name, description }): readonly ToolRules[] => {
    const rules = resolveName(offered, name)
    if (rules === undefined) return []
    return description === undefined ? [rules] : [{ ...rules, tool: { ...rules.tool, description } }]
  })
  const blocked = discipline.tools.filter((one) => isBlocked(discipline.studio.permissions, one.ruled))
  return { ...ruled, discipline: { ...discipline, tools: [...chosen, ...blocked] } }
}

function failureOf(run: string, reason: string): Failure {
  const message = `${run} could not choose the tools of a model request: ${reason}. Nothing was asked.`
  return { code: 'prepare-tools', message, retryable: false }
}
