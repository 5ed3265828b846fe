// Whether an agent's model may write code, in which language, and which tools a function of the project leaves it. What was found
// out is in the log before it counts, so that a resumed or replayed run asks its model the same.
import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonAt,
  parseJson,
  printJson,
  toJson,
} from '@slyglass/base'
import { type CodeModeRules, type HookRule, type Studio, studioOf } from '@slyglass/network'
import { type Draft, type Failure, hookSpan } from '@slyglass/run-log'
import { askHook } from '../calls/ask-hook.ts'
import type { SharedValues } from '../calls/shared-values.ts'
import type { CodeLanguage, CodePort } from '../code-ports.ts'
import type { AgentCall, RunContext } from '../run-context.ts'
import { sourcesOf } from '../tool-environment.ts'

/** Code mode of one activation of an agent. */
export interface CodeMode {
  readonly rules: CodeModeRules
  readonly language: CodeLanguage
  /** What a function of the project chose: names of tools, or null for no code mode; undefined where none chooses. */
  readonly chosen: readonly string[] | null | undefined
  /** Why the function chose nothing. */
  readonly problem?: string
}

/** How the function is called in the trace. */
const NAME = 'code_mode.tools'

/** Undefined where no code can ever run: then `run_code` is a name like any other. */
export async function readCodeMode(
  context: RunContext,
  agent: AgentCall,
  values: SharedValues,
): Promise<CodeMode | undefined> {
  const studio = studioOf(context.network, agent.entry)
  if (context.code === undefined || studio === undefined || !isAsked(studio)) return undefined
  const { codeMode: rules } = studio
  const kept = keptMode(context, agent)
  if (kept !== undefined) return { rules, ...kept }
  if (context.source?.onDifference === 'fail') return undefined
  const language = await chooseLanguage(context, context.code, agent, rules)
  if (rules.tools === undefined) return { rules, language, chosen: undefined }
  return { rules, language, ...(await askForTools(context, agent, rules.tools, values)) }
}

/** The block speaks of code, or a person may turn it on in the session. */
function isAsked({ json, profile }: Studio): boolean {
  return json.has('code_mode') || profile === 'bub'
}

async function chooseLanguage(
  context: RunContext,
  port: CodePort,
  agent: AgentCall,
  { language }: CodeModeRules,
): Promise<CodeLanguage> {
  if (language !== 'auto') return language
  const [first = 'javascript'] = await port.languages(sourcesOf(context, agent.entry))
  return first
}

async function askForTools(
  context: RunContext,
  agent: AgentCall,
  run: string,
  values: SharedValues,
): Promise<Pick<CodeMode, 'chosen' | 'problem'>> {
  const rest = { priority: 0, failClosed: true, observeDenied: false, timeoutMs: 10_000 }
  const hook: HookRule = { event: 'pre_request', name: NAME, run, ...rest }
  const payload: JsonObject = new Map<string, Json>([
    ['agentName', agent.entry.name],
    ['state', values.now.truth],
  ])
  const span = hookSpan(agent.span, NAME)
  const answer = await askHook(context, { hook, span, payload, signal: agent.signal })
  if (!answer.ok) return { chosen: null, problem: `${run} could not choose the tools of code: ${answer.error}.` }
  if (answer.value === null) return { chosen: null }
  const list = isJsonList(answer.value) ? answer.value : jsonAt(answer.value, 'tools')
  if (isJsonList(list)) return { chosen: list.map((item) => String(isJsonObject(item) ? item.get('name') : item)) }
  return { chosen: null, problem: `${run} answers neither a list of tools nor null.` }
}

/** The event that keeps it, for the agent's first commit. */
export function keptCodeMode({ span, parent }: AgentCall, mode: CodeMode | undefined): readonly Draft[] {
  if (mode === undefined) return []
  const { language, chosen, problem } = mode
  const told = toJson({
    language,
    ...(chosen !== undefined && { chosen }),
    ...(problem !== undefined && { problem }),
  })
  return [{ type: 'context.changed', span, parent, changes: printJson(new Map([['code_mode', told]])) }]
}

/** What an agent was offered from outside, and what definitions tell, may stand before it in events of the same kind. */
function keptMode({ journal, source }: RunContext, { span }: AgentCall): Omit<CodeMode, 'rules'> | undefined {
  for (const n of [0, 1, 2]) {
    const own = journal.find(span, 'context.changed', n)
    const text = own === undefined ? undefined : journal.formsOf(own).truth.changes
    const parsed = parseJson(text ?? source?.answers.find(span, 'context.changed', n)?.changes ?? '{}')
    const told = parsed.ok ? jsonAt(parsed.value, 'code_mode') : undefined
    if (isJsonObject(told)) return readKept(told)
  }
  return undefined
}

function readKept(told: JsonObject): Omit<CodeMode, 'rules'> {
  const [chosen, problem] = [told.get('chosen'), told.get('problem')]
  return {
    language: told.get('language') === 'python' ? 'python' : 'javascript',
    chosen: isJsonList(chosen) ? chosen.map(String) : chosen === null ? null : undefined,
    ...(typeof problem === 'string' && { problem }),
  }
}

/** Why the agent cannot work: the function that chooses failed. */
export function codeModeFault({ problem }: CodeMode): Failure | undefined {
  if (problem === undefined) return undefined
  return { code: 'code-mode', message: `${problem} Nothing was asked.`, retryable: false }
}
