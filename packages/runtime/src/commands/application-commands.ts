// Commands that the application itself has. A tool of the network with the same name comes before them.
import { isJsonObject, type Json, type JsonObject, jsonAt } from '@slyglass/base'
import { studioOf } from '@slyglass/network'
import { COMMAND_SPAN, RUN_SPAN } from '@slyglass/run-log'
import { type ContextOp, functionSchema, isBlocked, placeArguments } from '@slyglass/tools'
import { misfitLines, OWN_COMMANDS } from '@slyglass/tools/commands'
import { asCaller, readOwnTools } from '../call-alone.ts'
import { printChanges } from '../calls/changes.ts'
import { CODE_MODE_KEY } from '../calls/offer-tools.ts'
import { alike } from '../forms.ts'
import type { CallableTool } from '../plan-tools.ts'
import type { AgentEnd } from '../run-agent.ts'
import type { RunContext } from '../run-context.ts'
import { type Command, failedCommand } from './command.ts'

interface ApplicationCommand {
  readonly name: string
  run(context: RunContext, command: Command): Promise<AgentEnd>
}

export function findApplicationCommand(name: string): ApplicationCommand | undefined {
  return COMMANDS.find((one) => one.name === name)
}

const COMMANDS: readonly ApplicationCommand[] = [
  { name: 'help', run: help },
  { name: 'skill', run: skill },
  { name: 'code_mode', run: codeMode },
]

function parametersOf(name: string): JsonObject {
  const { parameters = [] } = OWN_COMMANDS.find((one) => one.name === name) ?? {}
  const properties = parameters.map(({ name: own, type = 'string' }) => [own, new Map([['type', type]])] as const)
  return new Map<string, Json>([['properties', new Map(properties)]])
}

const said = (text: string): AgentEnd => ({ outcome: 'ok', text: alike(text) })

/** The words of a command by its parameters, or how it ends because they do not fit. */
function readWords({ name, words }: Command): JsonObject | AgentEnd {
  const { positional, named } = words.truth
  const read = placeArguments(parametersOf(name), positional, named)
  return read.ok ? read.value : failedCommand('invalid-arguments', misfitLines(name, read.error))
}

const isEnd = (read: JsonObject | AgentEnd): read is AgentEnd => !(read instanceof Map)

async function help(context: RunContext, { prefix, signal }: Command): Promise<AgentEnd> {
  const entry = context.network.frontMan
  const own = OWN_COMMANDS.map(
    ({ name, description }) => `${prefix}${usage(name, parametersOf(name))} – ${description}`,
  )
  if (entry === undefined) return said(own.join('\n'))
  return asCaller(context, { entry, parent: COMMAND_SPAN, signal }, async (agent) => {
    const { tools, nameOf, agent: ruled } = await readOwnTools(context, agent)
    const rules = studioOf(context.network, entry)?.permissions
    const isOpen = (tool: CallableTool) => {
      const one = ruled.ruled?.supplied.find((known) => known.tool === tool)
      return rules === undefined || one === undefined || !isBlocked(rules, one.ruled)
    }
    const lines = tools
      .filter((tool) => tool.kind !== 'agent' && tool.kind !== 'network' && tool.isPaged !== true && isOpen(tool))
      .map((tool) => {
        const does = tool.description.split('\n')[0] ?? ''
        return `${prefix}${usage(nameOf(tool), tool.schema ?? functionSchema(tool.parameters))}${does === '' ? '' : ` – ${does}`}`
      })
    return said([...lines, ...own].join('\n'))
  })
}

/** A name with its parameters in the order in which words are read. */
function usage(name: string, parameters: JsonObject): string {
  const properties = parameters.get('properties')
  return [name, ...(isJsonObject(properties) ? [...properties.keys()].map((one) => `${one}=…`) : [])].join(' ')
}

async function skill(context: RunContext, command: Command): Promise<AgentEnd> {
  const read = readWords(command)
  if (isEnd(read)) return read
  const skills = (await context.skills?.()) ?? []
  const wanted = read.get('name')
  if (wanted === undefined || wanted === '') {
    const lines = skills.map(({ name, description }) => `${name} – ${description}`)
    return said(lines.length === 0 ? NO_SKILLS : lines.join('\n'))
  }
  const found = skills.find(({ name }) => name === wanted)
  if (found !== undefined) return said(found.text)
  const names = skills.map(({ name }) => name).join(', ')
  const there = names === '' ? NO_SKILLS : `There are: ${names}.`
  return failedCommand('no-such-skill', `There is no skill ${String(wanted)}. ${there}`)
}

const NO_SKILLS = 'This project has no skills. A skill is a folder in .agents/skills or skills with a file SKILL.md.'

const PLAIN =
  'Code mode is switched by the session only for agents of the bub profile. Write profile = bub under studio, or enable code_mode there.'
const NO_SESSION =
  'A client of the service has no session that could remember it. Write code_mode { enabled = true } under studio.'

/** What agents of the session read when they begin their next turn. */
async function codeMode(context: RunContext, command: Command): Promise<AgentEnd> {
  const read = readWords(withoutEmpty(command))
  if (isEnd(read)) return read
  const { frontMan } = context.network
  const studio = studioOf(context.network, frontMan)
  if (studio?.profile !== 'bub') return failedCommand('not-here', PLAIN)
  if (context.request.source === 'service') return failedCommand('not-here', NO_SESSION)
  const enable = read.get('enable')
  const isCleared = command.words.truth.named.get('enable') === ''
  if (typeof enable !== 'boolean' && !isCleared) return said(stateOf(context, studio.codeMode.enabled))
  const op: ContextOp =
    typeof enable === 'boolean'
      ? { op: 'set', key: CODE_MODE_KEY, value: enable }
      : { op: 'delete', key: CODE_MODE_KEY }
  await context.journal.commit([
    { type: 'context.changed', span: COMMAND_SPAN, parent: RUN_SPAN, changes: printChanges([op]) },
  ])
  if (typeof enable !== 'boolean') return said('Session code mode follows the network (applies from the next turn).')
  return said(`Session code mode ${enable ? 'enabled' : 'disabled'} (applies from the next turn).`)
}

/** A name without a value takes the session's choice back. */
function withoutEmpty(command: Command): Command {
  const { truth } = command.words
  if (truth.named.get('enable') !== '') return command
  return { ...command, words: alike({ ...truth, named: new Map() }) }
}

function stateOf({ calls }: RunContext, enabled: boolean): string {
  const chosen = jsonAt(calls.deps.truth, CODE_MODE_KEY)
  const word = (is: boolean) => (is ? 'enabled' : 'disabled')
  if (typeof chosen === 'boolean') return `Code mode is ${word(chosen)} for this session.`
  return `Code mode is ${word(enabled)}, as the network says.`
}
