// Which of an agent's references its model is offered, and why the others are not.
import { isJsonObject, type JsonObject, jsonAt } from '@slyglass/base'
import { type Entry, type Network, type Reference, studioOf } from '@slyglass/network'
import {
  type OfferedTool,
  type Parameter,
  readParameters,
  TODO_CLASSES,
  TODO_TOOLS,
  type ToolDescription,
} from '@slyglass/tools'
import type { BuiltIn } from './calls/attempt-ruled.ts'
import { todoBuiltIn } from './calls/built-in-tools.ts'
import type { Described, Descriptions } from './calls/read-descriptions.ts'
import type { CodeMode } from './code-mode/read-code-mode.ts'
import { markedName } from './distinct-names.ts'
import { toolDefinitionFault } from './error-texts.ts'
import { findEntry } from './find-entry.ts'
import type { LangChainClass } from './langchain-tools.ts'
import type { Made } from './middleware/run-step.ts'
import type { Offers } from './outside-tools.ts'
import { toolboxEntry } from './toolbox.ts'

export interface CallableTool extends OfferedTool {
  readonly kind: 'coded-tool' | 'agent' | 'toolbox-tool' | 'network' | 'mcp-tool'
  readonly entry: Entry
  readonly parameters: readonly Parameter[]
  /** Only of another network: the reference as written, and its function as it was read. */
  readonly peer?: { readonly reference: string; readonly function: JsonObject }
  /** Only of a class of LangChain. */
  readonly langChain?: LangChainClass
  /** Only of an MCP server's tool: where it is, and its name there. */
  readonly mcp?: { readonly url: string; readonly tool: string }
  /** What a definition in code tells of itself: its own schema and settings. */
  readonly described?: Pick<ToolDescription, 'description' | 'parameters' | 'outputSchema' | 'settings'> &
    Partial<Pick<ToolDescription, 'env'>>
  /** Only of a tool that the runtime itself has. */
  readonly builtIn?: BuiltIn
  /** Only of the tool that runs code which the model writes. */
  readonly code?: CodeMode
  /** Its results are pages already. */
  readonly isPaged?: boolean
  /** Only of a tool that middleware brings along: whose it is. */
  readonly middleware?: Made
}

export interface ToolPlan {
  readonly tools: readonly CallableTool[]
  /** Sentences for people about references that cannot be offered. */
  readonly warnings: readonly string[]
  /** What makes the whole agent unusable, in neuro-san's words. */
  readonly fault?: string
}

/** Plans that follow from the network alone, which many runs share. */
const plans = new WeakMap<Entry, { readonly network: Network; readonly toolbox: JsonObject; readonly plan: ToolPlan }>()

export function planTools(
  network: Network,
  agent: Entry,
  toolbox: JsonObject,
  offers: Offers,
  described: Descriptions = new Map(),
): ToolPlan {
  if (offers.size + described.size > 0) return makePlan(network, agent, toolbox, offers, described)
  const known = plans.get(agent)
  if (known?.network === network && known.toolbox === toolbox) return known.plan
  const plan = makePlan(network, agent, toolbox, offers, described)
  plans.set(agent, { network, toolbox, plan })
  return plan
}

function makePlan(
  network: Network,
  agent: Entry,
  toolbox: JsonObject,
  offers: Offers,
  described: Descriptions,
): ToolPlan {
  const tools: CallableTool[] = []
  const warnings: string[] = []
  for (const reference of agent.tools) {
    const offer = offers.get(reference)
    if (offer !== undefined) {
      warnings.push(...offer.warnings)
      for (const tool of offer.tools) takePlace(network, agent, tool, { tools, warnings })
      continue
    }
    const entry = network.entries.find((one) => one.name === reference.name)
    if (isOwnTodo(network, agent, reference)) continue
    if (entry === undefined || reference.kind !== 'entry') warnings.push(notOffered(agent, reference))
    else if (holderOf(tools, entry.name) !== undefined) warnings.push(listedTwice(network, agent, entry.name))
    else if (entry.toolbox !== undefined) {
      const shared = toolboxEntry(entry, toolbox)
      if (typeof shared === 'string') warnings.push(shared)
      else tools.push(sharedTool(shared))
    } else if (otherName(entry) !== undefined) warnings.push(renamed(agent, entry))
    else if (described.get(entry.name)?.missing.length) warnings.push(withoutVariables(entry, described))
    else if (entry.json.has('function') || isReadable(described.get(entry.name)))
      tools.push(defined(callable(entry), described.get(entry.name)))
    else if (described.has(entry.name)) warnings.push(unreadable(entry, described))
    else warnings.push(`${entry.name} has no function, so ${agent.name} cannot call it. Add "function" to its entry.`)
  }
  const own = tools.filter((tool) => tool.peer === undefined && tool.schema === undefined)
  const fault = own
    .map(({ entry, description }) => toolDefinitionFault({ ...entry, description }))
    .find((text) => text !== undefined)
  return { tools, warnings, ...(fault !== undefined && { fault }) }
}

/** An entry that code may call by its name; a sentence when it is a shared tool that cannot be used. */
export function findCallable(
  network: Network,
  name: string,
  toolbox: JsonObject,
  described: Descriptions = new Map(),
): CallableTool | string | undefined {
  const entry = findEntry(network, name, described)
  if (entry?.toolbox !== undefined) {
    const shared = toolboxEntry(entry, toolbox)
    return typeof shared === 'string' ? shared : sharedTool(shared)
  }
  if (entry === undefined) return undefined
  return entry.json.has('function') || isReadable(described.get(entry.name)) ? callable(entry) : undefined
}

/** What its table says under `studio` counts as what a definition in code brings along. */
function sharedTool(entry: Entry): CallableTool {
  const tool: CallableTool = { ...callable(entry), kind: 'toolbox-tool' }
  const settings = jsonAt(entry.json, 'function', 'studio')
  const { description, parameters } = entry
  if (!isJsonObject(settings) || parameters === undefined) return tool
  return { ...tool, schema: parameters, described: { description: description ?? '', parameters, settings } }
}

/** What an entry says of its function wins over what its definition tells. */
export function defined(tool: CallableTool, described: Described | undefined): CallableTool {
  if (described === undefined || !isReadable(described)) return tool
  const { entry } = tool
  const description = entry.description ?? described.description
  return { ...tool, description, described, ...(entry.parameters === undefined && { schema: described.parameters }) }
}

const isReadable = (described: Described | undefined): boolean =>
  described !== undefined && described.problem === undefined

/** With a function in its entry such a tool is offered all the same: its call tells why it fails. */
function unreadable({ name, className = '' }: Entry, described: Descriptions): string {
  return `${name} is not offered: its definition ${className} cannot be used. ${described.get(name)?.problem ?? ''}`
}

function withoutVariables({ name }: Entry, described: Descriptions): string {
  const missing = described.get(name)?.missing ?? []
  const needs = missing.map((variable) => `${variable} environment variable is required`).join('; ')
  return `${name} is not offered: ${needs}. Set it in the project's .env.`
}

function callable(entry: Entry): CallableTool {
  return {
    kind: entry.className === undefined ? 'agent' : 'coded-tool',
    entry,
    name: entry.name,
    description: entry.description ?? '',
    parameters: readParameters(entry.parameters),
    ...builtInOf(entry),
  }
}

/** Shared tools over the list of things to do are the runtime's own. */
function builtInOf({ className = '' }: Entry): Pick<CallableTool, 'builtIn'> {
  const builtIn = className.startsWith(TODO_CLASSES) ? todoBuiltIn(className.slice(TODO_CLASSES.length)) : undefined
  return builtIn === undefined ? {} : { builtIn }
}

/** The rules of an agent that keeps a list of things to do bring its tools along, whether or not it names them. */
function isOwnTodo(network: Network, agent: Entry, { kind, name }: Reference): boolean {
  return kind === 'missing' && TODO_TOOLS.has(name) && studioOf(network, agent)?.todos.enabled === true
}

const NOT_YET: Readonly<Record<Reference['kind'], string>> = {
  entry: 'an entry',
  network: 'another network',
  mcp: 'an MCP server',
  missing: 'nothing that this network has',
}

/** Of two networks with one name the last one is offered, at the place of the first. */
function takePlace(
  network: Network,
  agent: Entry,
  offer: CallableTool,
  { tools, warnings }: { readonly tools: CallableTool[]; readonly warnings: string[] },
): void {
  const holder = tools.find((tool) => tool.name === offer.name)
  const isOther = holder !== undefined && holder.mcp?.tool !== offer.mcp?.tool
  if (isOther) holderOf(tools, offer.name)
  const named = isOther ? marked(offer) : offer
  const place = tools.findIndex((tool) => tool.name === named.name)
  if (place < 0) tools.push(named)
  else if (offer.mcp !== undefined)
    warnings.push(
      `agent '${agent.name}' of agent network '${network.name}': MCP tool '${offer.name}' from ${offer.mcp.url} has the same name as a tool already in this agent's tool list; skipping it. Rename one of them, or limit the server's "tools".`,
    )
  else {
    tools[place] = offer
    warnings.push(listedTwice(network, agent, offer.name))
  }
}

/** Who has a name by its own right. A tool of a server that was only cleaned to it gives it up, and goes by a marked one. */
function holderOf(tools: CallableTool[], name: string): CallableTool | undefined {
  const at = tools.findIndex((tool) => tool.name === name)
  const holder = tools[at]
  if (holder !== undefined) tools[at] = marked(holder)
  return tools.find((tool) => tool.name === name)
}

/** Under its marked name, if its own could not be used as it is. */
function marked(tool: CallableTool): CallableTool {
  return tool.mcp === undefined || tool.mcp.tool === tool.name ? tool : { ...tool, name: markedName(tool.mcp.tool) }
}

/** neuro-san's warning to begin with: two tools of one agent would have one name. */
function listedTwice(network: Network, agent: Entry, tool: string): string {
  return `agent '${agent.name}' of agent network '${network.name}': tool '${tool}' has the same name as another tool of this agent; its model cannot tell them apart, so one is offered. Rename one of them, or take one out of "tools".`
}

/** The name that `function.name` gives where it is not the entry's own: nothing is found by either then. */
function otherName(entry: Entry): string | undefined {
  const name = jsonAt(entry.json, 'function', 'name')
  return typeof name === 'string' && name !== '' && name !== entry.name ? name : undefined
}

function renamed(agent: Entry, entry: Entry): string {
  return `${entry.name} calls itself ${otherName(entry)} in its function, so ${agent.name} goes on without it. Leave "name" out of the function.`
}

function notOffered(agent: Entry, reference: Reference): string {
  const what = NOT_YET[reference.kind]
  const hint = reference.kind === 'missing' ? 'Correct the name, or add the entry.' : 'This version cannot call it.'
  return `${reference.name} is ${what}, so ${agent.name} goes on without it. ${hint}`
}
