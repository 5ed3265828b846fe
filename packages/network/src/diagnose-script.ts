// Names in the script of the offline model that its network does not have: a rule for an agent that was renamed never answers,
// and a call of a tool that was renamed is one that the model was not offered.
import { type JsonObject, jsonAt } from '@slyglass/base'
import type { Diagnostic, Entry, Network, SourceRange } from './model.ts'
import { nearNames } from './near-names.ts'
import { say } from './say.ts'
import { OWN_TOOLS } from './studio/todo-names.ts'

/** A rule of a script, as far as it names things. */
export interface NamingRule {
  readonly agent?: string | undefined
  readonly calls: readonly { readonly name: string }[]
}

/** The place of a value of the script by its path. */
export type PlaceOf = (path: readonly (string | number)[]) => SourceRange

/** Warns where rules name an agent or a tool that the network does not have. A network that was not read whole is not judged by. */
export function diagnoseScript(
  network: Network,
  rules: readonly NamingRule[],
  placeOf: PlaceOf,
): readonly Diagnostic[] {
  if (network.entries.length === 0 || network.missingIncludes.length > 0) return []
  const agents = network.entries.filter(({ kind }) => kind !== 'coded-tool').map(({ name }) => name)
  const tools = toolNames(network)
  return rules.flatMap(({ agent, calls }, rule) => [
    ...(agent === undefined || network.entries.some(({ name }) => name === agent)
      ? []
      : [unknownAgent(network, agent, agents, placeOf(['rules', rule, 'agent']))]),
    ...calls.flatMap(
      ({ name }, call) =>
        unknownTool(network, name, tools, () => placeOf(['rules', rule, 'answer', 'tool_calls', call, 'name'])) ?? [],
    ),
  ])
}

function unknownAgent({ name }: Network, agent: string, agents: readonly string[], at: SourceRange): Diagnostic {
  const message = `the script of the offline model has a rule for the agent ${agent}, and ${name} has no such agent, so the rule never answers; ${changeTo(agent, agents)}, or take the rule away`
  return say('warning', 'offline-script-agent', message, at)
}

function unknownTool(
  network: Network,
  tool: string,
  { names, isOpen }: ToolNames,
  place: () => SourceRange,
): Diagnostic | undefined {
  const called = plain(tool)
  if (names.some((name) => plain(name) === called)) return undefined
  if (isOpen && nearNames(tool, names).length === 0) return undefined
  const message = `the script of the offline model calls ${tool}, and ${network.name} has no such tool, so the call is refused; ${changeTo(tool, names)}`
  return say('warning', 'offline-script-tool', message, place())
}

const MOST_NAMES = 8

function changeTo(name: string, names: readonly string[]): string {
  const near = nearNames(name, names)
  if (near.length > 0) return `change the name to ${near.join(' or ')} if that is meant`
  const more = names.length > MOST_NAMES ? ', …' : ''
  return `change the name to one of: ${names.slice(0, MOST_NAMES).join(', ')}${more}`
}

interface ToolNames {
  readonly names: readonly string[]
  /** There may be more tools than the network's text tells: of servers, of shared sets, of middleware, or under a name of their own. */
  readonly isOpen: boolean
}

function toolNames({ entries, json }: Network): ToolNames {
  const references = entries.flatMap(({ tools }) => tools)
  const listed = references.flatMap(({ name, kind }) => (kind === 'mcp' || kind === 'missing' ? [] : [name]))
  const told = entries.flatMap(({ json }) => textsAt(json, ['runtime_name'], ['studio', 'runtime_name']))
  const callable = entries.filter(({ isFrontMan }) => !isFrontMan).map(({ name }) => name)
  const ownOnes = isRuled(json, entries) ? OWN_TOOLS : []
  const all = [...new Set([...callable, ...listed, ...told])]
  return {
    names: [...all, ...ownOnes.filter((name) => !all.includes(name))],
    isOpen: references.some(({ kind }) => kind === 'mcp') || entries.some(bringsMore),
  }
}

const bringsMore = ({ toolbox, json, className, description }: Entry): boolean =>
  toolbox !== undefined || json.has('middleware') || (className !== undefined && description === undefined)

const isRuled = (json: Network['json'], entries: readonly Entry[]): boolean =>
  jsonAt(json, 'studio') !== undefined || entries.some((entry) => entry.json.has('studio'))

const textsAt = (json: JsonObject, ...paths: readonly (readonly string[])[]): readonly string[] =>
  paths.flatMap((path) => {
    const value = jsonAt(json, ...path)
    return typeof value === 'string' ? [value] : []
  })

/** A name as functions are called: `/desk` is offered as `__desk` in one place and by its last part in another. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '')
