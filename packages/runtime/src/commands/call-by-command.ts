// The call of a command: words become arguments by the tool's parameters; the call then passes hooks, permissions and approvals
// like any other. A name that no tool has is a line for the agent's shell.
import { type JsonObject, type JsonText, printJson } from '@slyglass/base'
import type { Entry } from '@slyglass/network'
import { COMMAND_SPAN } from '@slyglass/run-log'
import { functionSchema, placeArguments, resolveName, similarNames } from '@slyglass/tools'
import { misfitLines } from '@slyglass/tools/commands'
import { asCaller, callOnce, type OwnTools, readOwnTools, whyNotAlone } from '../call-alone.ts'
import { alike, type Forms } from '../forms.ts'
import type { CallableTool } from '../plan-tools.ts'
import type { AgentEnd } from '../run-agent.ts'
import type { RunContext } from '../run-context.ts'
import { type Command, failedCommand } from './command.ts'
import { inWords, ofShell, SHELL, SHELL_CLASS } from './command-end.ts'

export function callByCommand(context: RunContext, command: Command, entry: Entry): Promise<AgentEnd> {
  return asCaller(context, { entry, parent: COMMAND_SPAN, signal: command.signal }, async (agent) => {
    const own = await readOwnTools(context, agent)
    if (own.plan.fault !== undefined) return failedCommand('tool-definition', own.plan.fault)
    const tool = own.find(command.name)
    const fault = tool === undefined ? undefined : whyNotAlone(context, own.agent, tool)
    if (fault !== undefined) return fault
    return tool === undefined ? tellShell(context, own, command) : callWithWords(context, own, { command, tool })
  })
}

async function callWithWords(
  context: RunContext,
  own: OwnTools,
  { command, tool }: { readonly command: Command; readonly tool: CallableTool },
): Promise<AgentEnd> {
  const { truth, logged } = command.words
  const called = { tool, name: own.nameOf(tool) }
  const read = readWords(called, truth)
  if (!read.ok) return failedCommand('invalid-arguments', read.error)
  // What is masked may not be readable; then it stands in the log as it was typed.
  const shown = truth === logged ? read : readWords(called, logged)
  const args: Forms<JsonText> = { truth: read.args, logged: shown.ok ? shown.args : asTyped(logged) }
  return ofTool(tool, await callOnce(context, own, { tool, turn: 1, args }))
}

/** The order of the parameters decides what a word without a name is. */
function readWords(
  { tool, name }: { readonly tool: CallableTool; readonly name: string },
  { positional, named }: Command['words']['truth'],
): { readonly ok: true; readonly args: JsonText } | { readonly ok: false; readonly error: string } {
  const schema = tool.schema ?? functionSchema(tool.parameters)
  const placed = placeArguments(schema, positional, named)
  if (placed.ok) return { ok: true, args: printJson(placed.value) }
  return { ok: false, error: misfitLines(name, placed.error) }
}

function asTyped({ positional, named }: Command['words']['truth']): JsonText {
  const words: JsonObject = new Map([...positional.map((word, index) => [String(index), word] as const), ...named])
  return printJson(words)
}

/** The whole line goes there as it was typed. */
async function tellShell(context: RunContext, own: OwnTools, command: Command): Promise<AgentEnd> {
  const tool = resolveName(own.tools, SHELL) ?? own.tools.find(({ entry }) => entry.className === SHELL_CLASS)
  if (tool === undefined) return failedCommand('no-such-tool', nothingTakes(own, command))
  const line = (text: string): JsonText => printJson(new Map([['command', text]]))
  const { truth, logged } = command.body
  const args = truth === logged ? alike(line(truth)) : { truth: line(truth), logged: line(logged) }
  return ofTool(tool, await callOnce(context, own, { tool, turn: 1, args }))
}

function nothingTakes({ agent, tools, plan, nameOf }: OwnTools, { name, prefix }: Command): string {
  const near = similarNames(name, tools.map(nameOf))
  const meant = near.length === 0 ? '' : ` Did you mean ${near.map((one) => prefix + one).join(' or ')}?`
  const why = `No tool is called ${name}, and the bash tool is not available: ${agent.entry.name} has none that could take the line.`
  return [`${why}${meant} ${prefix}help lists what there is.`, ...plan.warnings].join('\n')
}

function ofTool(tool: CallableTool, end: AgentEnd): AgentEnd {
  return end.outcome === 'ok' ? ofShell(tool, end) : inWords(end)
}
