// What an agent's model is offered: which of its tools by the habits of its profile, which of them now. What was loaded stands
// in what tools share, so it outlives the turn, the run and the server.
import { isJsonObject, jsonAt } from '@slyglass/base'
import type { Studio } from '@slyglass/network'
import type { Failure } from '@slyglass/run-log'
import {
  findCollision,
  type Habits,
  isBlocked,
  isOfferedToCode,
  isOfferedToModel,
  READ_MORE,
  resolveNames,
  SPILL_READ,
} from '@slyglass/tools'
import { findEntry } from '../find-entry.ts'
import type { CallableTool } from '../plan-tools.ts'
import type { AgentCall, RunContext } from '../run-context.ts'
import type { HiddenTool, ToolRules } from './discipline.ts'
import type { RuledAgent } from './ruled-agent.ts'
import { LOADED_KEY, TOOL_DESCRIBE } from './tool-describe.ts'

/** The tool that runs code. It is offered while code mode is on. */
export const RUN_CODE = 'run_code'

/** The value of what tools share by which a person turned code mode on or off in this session. */
export const CODE_MODE_KEY = 'code_mode'

/** Tools without which others do not work; no list leaves them out. */
const SERVANTS: ReadonlySet<string> = new Set([READ_MORE, TOOL_DESCRIBE])

/** Tools that read on in what was too long. */
const READERS: ReadonlySet<string> = new Set([READ_MORE, SPILL_READ])

/** The tools that `allowed_tools` leaves. A plain agent does not read it. */
export function allowedOf(
  { network }: RunContext,
  studio: Studio,
  supplied: readonly ToolRules[],
): { readonly allowed: ReadonlySet<ToolRules> | undefined; readonly fault?: Failure } {
  const { allowedTools, profile } = studio
  if (profile !== 'bub' || allowedTools === undefined) return { allowed: undefined }
  const elsewhere = (name: string) => resolveNames(supplied, [name]).ok || findEntry(network, name.trim()) === undefined
  const named = resolveNames(supplied, allowedTools.filter(elsewhere))
  if (named.ok) return { allowed: new Set(named.value) }
  return { allowed: new Set(), fault: { code: 'unknown-tool-name', message: named.error } }
}

/** One name that stands for two tools cannot be offered. */
export function collisionOf(supplied: readonly ToolRules[]): Failure | undefined {
  const found = findCollision(supplied)
  if (found === undefined) return undefined
  const [one, two] = found.tools.map(({ tool }) => tool.entry.name)
  const message = `The name ${found.name} stands for ${one} and for ${two}. Give one of them another name or runtime_name.`
  return { code: 'tool-definition', message }
}

/** How the agent's model reaches tools. A session may turn code mode on or off; a plain agent does not hear of it. */
export function habitsOf(
  { calls }: RunContext,
  { profile, codeMode }: Studio,
  supplied: readonly ToolRules[],
  allowed: ReadonlySet<ToolRules> | undefined,
): Habits {
  const switched = profile === 'bub' ? calls.deps.truth.get(CODE_MODE_KEY) : undefined
  const wanted = typeof switched === 'boolean' ? switched : codeMode.enabled
  const runs = supplied.some(
    (one) => one.name === RUN_CODE && (allowed?.has(one) ?? true) && one.tool.code?.chosen !== null,
  )
  return { profile, codeMode: wanted && runs ? codeMode.mode : 'off' }
}

/** The tools that a model may ever call by itself. */
export function reachable({ supplied, allowed, habits }: Reach): readonly ToolRules[] {
  return supplied.filter((one) => {
    if (allowed !== undefined && !allowed.has(one) && !SERVANTS.has(one.name)) return false
    return one.name === RUN_CODE ? habits.codeMode !== 'off' : isOfferedToModel(habits, one.settings.exposure)
  })
}

export type Reach = Pick<RuledAgent, 'supplied' | 'allowed' | 'habits'>

/** Those of them that have to be loaded first. */
export function deferredOf(reach: Reach): readonly ToolRules[] {
  if (reach.habits.profile !== 'bub') return []
  return reachable(reach).filter(({ settings }) => settings.deferred)
}

/** The agent as it is in one turn: its rules with the tools that its model is offered, loaded ones at the end. */
export function offerNow(ruled: RuledAgent, { entry }: AgentCall): RuledAgent {
  const deferred = new Set(deferredOf(ruled))
  const open = reachable(ruled)
  const loaded = loadedNames(ruled, entry.name)
  const added = loaded.flatMap((name) => [...deferred].filter((one) => one.name === name))
  const tools = [...open.filter((one) => !deferred.has(one)), ...added]
  const waiting = [...deferred].filter((one) => !added.includes(one))
  return { ...ruled, discipline: { ...ruled.discipline, tools, hidden: hiddenOf(ruled, waiting) } }
}

function loadedNames({ values }: RuledAgent, agent: string): readonly string[] {
  const loaded = jsonAt(values.now.truth, LOADED_KEY, agent)
  return isJsonObject(loaded) ? [...loaded].flatMap(([name, is]) => (is === true ? [name] : [])) : []
}

function hiddenOf(ruled: RuledAgent, waiting: readonly ToolRules[]): readonly HiddenTool[] {
  const { habits, supplied, allowed } = ruled
  const inCode = supplied.filter(
    (one) =>
      habits.codeMode !== 'off' &&
      isOfferedToCode(habits, one.settings.exposure) &&
      !isOfferedToModel(habits, one.settings.exposure) &&
      (allowed?.has(one) ?? true),
  )
  const offCode = habits.codeMode === 'off' ? supplied.filter(({ tool }) => tool.code !== undefined) : []
  return [
    ...waiting.map((rules) => ({ rules, why: 'not-loaded' as const })),
    ...inCode.map((rules) => ({ rules, why: 'only-in-code' as const })),
    ...offCode.map((rules) => ({ rules, why: 'code-off' as const })),
  ]
}

/** The tools as they go into a request: nothing that is blocked, and reading on only when there is something to read. */
export function offeredTools({ discipline, long }: RuledAgent): readonly CallableTool[] {
  return discipline.tools
    .filter(({ ruled }) => !isBlocked(discipline.studio.permissions, ruled))
    .map(({ tool }) => tool)
    .filter((tool) => !READERS.has(tool.name) || tool.isPaged !== true || !long.isEmpty)
}

/** The tools that code of the agent's model may call. */
export function codeTools({ supplied, allowed, habits }: Reach): readonly ToolRules[] {
  return supplied.filter(
    (one) =>
      one.tool.builtIn === undefined &&
      one.name !== RUN_CODE &&
      (allowed?.has(one) ?? true) &&
      isOfferedToCode(habits, one.settings.exposure),
  )
}
