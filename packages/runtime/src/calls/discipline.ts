// Whether an agent's calls follow the rules of this studio, and which rules each of its tools has.
import { isJsonObject, type JsonObject } from '@slyglass/base'
import { type Entry, readStudio, type Studio, studioOf, type ToolSettings } from '@slyglass/network'
import { type NamedTool, namesOf, type RuledTool, resolveName, type TimedTool, withoutPatterns } from '@slyglass/tools'
import { secondsLimit } from '../limits.ts'
import type { CallableTool, ToolPlan } from '../plan-tools.ts'
import type { AgentCall, RunContext } from '../run-context.ts'

/** The rules of one tool, which is found by either of its names. */
export interface ToolRules extends NamedTool {
  readonly tool: CallableTool
  readonly settings: ToolSettings
  /** The block that counts for the tool itself: mocks, redaction, the form of results. */
  readonly studio: Studio
  /** As permissions and hooks know it: the runtime name first. */
  readonly ruled: RuledTool
  /** What arguments are checked by. */
  readonly schema: JsonObject | undefined
  readonly timed: TimedTool
}

/** The rules of one agent. */
export interface Discipline {
  readonly studio: Studio
  /** What can be called: all that the agent has, or what its model is offered now. */
  readonly tools: readonly ToolRules[]
  /** Why the agent's other tools are not offered now, by the words for a model that calls one all the same. */
  readonly hidden?: readonly HiddenTool[]
}

/** A tool that a model is not offered now: it has to ask for its description first, or only its code may call it. */
export interface HiddenTool {
  readonly rules: ToolRules
  readonly why: 'not-loaded' | 'only-in-code' | 'code-off'
}

const PLAIN: Studio = readStudio(new Map())

/** The rules of an agent; undefined when nothing asks for them, so that everything is as in neuro-san. */
export function disciplineOf(context: RunContext, agent: AgentCall, plan: ToolPlan): Discipline | undefined {
  const own = studioOf(context.network, agent.entry)
  const tools = plan.tools.map((tool) => rulesOf(context, agent, tool))
  const asked = own?.disciplined === true || tools.some((one) => one.asks)
  return asked ? { studio: own ?? PLAIN, tools } : undefined
}

/** The rules of a tool that the agent's model is not offered but its code may call. */
export function rulesOf(
  context: RunContext,
  agent: AgentCall,
  tool: CallableTool,
): ToolRules & { readonly asks: boolean } {
  const isOwn = tool.kind === 'network' || tool.kind === 'mcp-tool'
  const entry = isOwn ? agent.entry : tool.entry
  const written = studioOf(context.network, entry, tool.described?.settings)
  const studio = written ?? PLAIN
  const settings = ownSettings(tool, studio.tool)
  const { runtimeName, category, requiresApproval } = settings
  const named: NamedTool = { name: tool.name, runtimeName }
  return {
    ...named,
    tool,
    settings,
    studio,
    ruled: { names: namesOf(named), requiresApproval, ...(category !== undefined && { category }) },
    schema: schemaOf(tool, entry),
    timed: timedOf(tool, settings, studio),
    asks: written?.disciplined === true,
  }
}

/** What an agent's entry says of itself as a tool says nothing of the tools that it has without an entry of their own. */
function ownSettings(tool: CallableTool, settings: ToolSettings): ToolSettings {
  if (tool.code !== undefined)
    return { ...withoutName(settings), exposure: 'auto', deferred: false, timeoutMs: null, retries: 0 }
  if (tool.name === tool.entry.name) return settings
  const shared = withoutName(settings)
  const isEntrys = tool.kind === 'toolbox-tool' && tool.builtIn === undefined && tool.middleware === undefined
  return isEntrys ? shared : { ...shared, exposure: 'auto', deferred: false }
}

function withoutName({ runtimeName: _runtimeName, ...settings }: ToolSettings): ToolSettings {
  return settings
}

function schemaOf(tool: CallableTool, entry: Entry): JsonObject | undefined {
  if (tool.peer !== undefined) return undefined
  if (tool.schema === undefined) return entry.parameters
  if (tool.mcp === undefined) return tool.schema
  const schema = withoutPatterns(tool.schema)
  return isJsonObject(schema) ? schema : undefined
}

/** Agents and networks have a limit of time of their own, and doing their work twice is not trying again. */
function timedOf(tool: CallableTool, settings: ToolSettings, { codeMode, parallel }: Studio): TimedTool {
  // A model may ask for more time than usual, but no code runs for ever.
  if (tool.code !== undefined) return { timeoutMs: Math.max(codeMode.timeoutMs, parallel.defaultTimeoutMs), retries: 0 }
  if (tool.kind === 'agent') return { timeoutMs: secondsLimit(tool.entry).seconds * 1000, retries: 0 }
  if (tool.kind === 'network') return { timeoutMs: null, retries: 0 }
  return { timeoutMs: settings.timeoutMs, retries: settings.retries }
}

/** The tool that a name means. */
export function findTool({ tools }: Discipline, name: string): ToolRules | undefined {
  return resolveName(tools, name)
}
