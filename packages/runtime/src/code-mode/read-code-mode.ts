// Whether an agent's model may write code, in which language, and which tools a function of the project leaves it. What was found
// out is in the log before it counts, so that a resumed or replayed run asks its model the same.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt, toJson } from '@slyglass/base'
import { type CodeModeRules, functionHook, type Studio, studioOf } from '@slyglass/network'
import { type Draft, type Failure, hookSpan } from '@slyglass/run-log'
import { askHook } from '../calls/ask-hook.ts'
import { keepChange, keptChange } from '../calls/kept-change.ts'
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
  /** What is asked where code names no model: written, or chosen by a function of the project together with settings. */
  readonly model?: JsonObject
  /** Why the function chose nothing. */
  readonly problem?: string
}

/** The functions of the project. */
type Chooser = 'code_mode.tools' | 'code_mode.model'

/** Undefined where no code can ever run: then `run_code` is a name like any other. */
export async function readCodeMode(
  context: RunContext,
  agent: AgentCall,
  values: SharedValues,
): Promise<CodeMode | undefined> {
  const studio = studioOf(context.network, agent.entry)
  if (context.code === undefined || studio === undefined || !isAsked(studio)) return undefined
  const { codeMode: rules } = studio
  const kept = keptChange(context, agent, 'code_mode')
  if (kept !== undefined) return { rules, ...readKept(kept) }
  if (context.source?.onDifference === 'fail') return undefined
  const language = await chooseLanguage(context, context.code, agent, rules)
  const tools =
    rules.tools === undefined ? { chosen: undefined } : await chooseTools(context, agent, rules.tools, values)
  const model = rules.model === undefined ? {} : await chooseModel(context, agent, rules.model, values)
  return { rules, language, ...model, ...tools }
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

async function ask(context: RunContext, agent: AgentCall, run: string, values: SharedValues, name: Chooser) {
  const hook = functionHook('pre_request', name, run)
  const payload: JsonObject = new Map<string, Json>([
    ['agentName', agent.entry.name],
    ['state', values.now.truth],
  ])
  return askHook(context, { hook, span: hookSpan(agent.span, name), payload, signal: agent.signal })
}

async function chooseTools(
  context: RunContext,
  agent: AgentCall,
  run: string,
  values: SharedValues,
): Promise<Pick<CodeMode, 'chosen' | 'problem'>> {
  const answer = await ask(context, agent, run, values, 'code_mode.tools')
  if (!answer.ok) return { chosen: null, problem: `${run} could not choose the tools of code: ${answer.error}.` }
  if (answer.value === null) return { chosen: null }
  const list = isJsonList(answer.value) ? answer.value : jsonAt(answer.value, 'tools')
  if (isJsonList(list)) return { chosen: list.map((item) => String(isJsonObject(item) ? item.get('name') : item)) }
  return { chosen: null, problem: `${run} answers neither a list of tools nor null.` }
}

/** `provider:model` as it is written; of a function its text, or its object with `model` and settings for the requests. */
async function chooseModel(
  context: RunContext,
  agent: AgentCall,
  written: string,
  values: SharedValues,
): Promise<Pick<CodeMode, 'model' | 'problem'>> {
  if (!written.includes('#')) return { model: new Map([['model', written]]) }
  const answer = await ask(context, agent, written, values, 'code_mode.model')
  if (!answer.ok) return { problem: `${written} could not choose the model of code: ${answer.error}.` }
  if (answer.value === null) return {}
  if (typeof answer.value === 'string') return { model: new Map([['model', answer.value]]) }
  if (isJsonObject(answer.value) && typeof answer.value.get('model') === 'string') return { model: answer.value }
  return { problem: `${written} answers neither the name of a model nor an object with model.` }
}

/** The event that keeps it, for the agent's first commit. */
export function keptCodeMode(agent: AgentCall, mode: CodeMode | undefined): readonly Draft[] {
  if (mode === undefined) return []
  const { language, chosen, model, problem } = mode
  const told = toJson({
    language,
    ...(model !== undefined && { model }),
    ...(chosen !== undefined && { chosen }),
    ...(problem !== undefined && { problem }),
  })
  return [keepChange(agent, 'code_mode', told)]
}

function readKept(told: JsonObject): Omit<CodeMode, 'rules'> {
  const [chosen, model, problem] = [told.get('chosen'), told.get('model'), told.get('problem')]
  return {
    language: told.get('language') === 'python' ? 'python' : 'javascript',
    chosen: isJsonList(chosen) ? chosen.map(String) : chosen === null ? null : undefined,
    ...(isJsonObject(model) && { model }),
    ...(typeof problem === 'string' && { problem }),
  }
}

/** Why the agent cannot work: a function that chooses failed. */
export function codeModeFault({ problem }: CodeMode): Failure | undefined {
  if (problem === undefined) return undefined
  return { code: 'code-mode', message: `${problem} Nothing was asked.`, retryable: false }
}
