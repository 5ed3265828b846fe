// What the rules of a network say of each tool that an agent lists, before anything is called.
import { isJsonObject, type JsonObject, jsonAt, parseJson } from '@slyglass/base'
import {
  type Entry,
  type Network,
  type Reference,
  readStudio,
  studioOf,
  studioPlaces,
  TODO_TOOL_NAMES,
} from '@slyglass/network'
import type { PermissionReply, PermissionsReply } from '@slyglass/protocol'
import { explainPermission, OFFERED_TODOS, type RuledTool, readToolbox, type Verdict } from '@slyglass/tools'
import type { ReadNetwork } from './networks.ts'

export interface PermissionsOf {
  readonly read: ReadNetwork
  readonly env: Readonly<Record<string, string>>
  /** What a definition in code tells of itself, as JSON text; absent in folders that are not trusted: the file is loaded. */
  readonly describe?: (entry: Entry) => Promise<string | undefined>
}

interface Listed {
  readonly tool: RuledTool
  /** Whose block says how the tool is called. */
  readonly entry?: string
  readonly note?: string
}

type Place = ReturnType<typeof studioPlaces>

export async function networkPermissions({ read, env, describe }: PermissionsOf): Promise<PermissionsReply> {
  const { network, documents } = read
  const texts = Object.fromEntries(documents.map(({ path, text }) => [path, text]))
  const place = studioPlaces({ network: network.name, file: network.file, texts, env })
  const toolbox = readToolbox({ documents, env }, network)
  const rows: PermissionReply[] = []
  for (const agent of network.entries.filter(({ kind }) => kind === 'agent')) {
    const known = { network, toolbox, describe }
    const callable = agent.tools.filter(({ name, kind }) => kind !== 'missing' || TODO_TOOL_NAMES.includes(name))
    const listed = await Promise.all(callable.map((one) => listedTool(one, known)))
    const tools = [...listed, ...todosOf(network, agent)]
    rows.push(...tools.map((tool) => row(network, agent, tool, place)))
  }
  return { network: network.name, rows }
}

function row(network: Network, agent: Entry, { tool, entry, note }: Listed, place: Place): PermissionReply {
  const name = tool.names.at(-1) ?? ''
  const own = studioOf(network, agent)
  const ruled = own?.disciplined === true || isRuled(network, entry)
  const told: Verdict = ruled ? explainPermission((own ?? PLAIN).permissions, tool) : NO_RULES
  const { rule, item, verdict } = told
  const by = rule?.[0] === 'permissions' ? agent.name : entry
  const at = rule === undefined ? undefined : place({ path: rule, ...(item && { item }), ...(by && { entry: by }) })
  return {
    ...{ agent: agent.name, tool: name, verdict },
    reason: note === undefined ? told.reason : `${told.reason}; ${note}`,
    ...(rule !== undefined && { rule: ['studio', ...rule].join('.') }),
    ...(at !== undefined && { place: at }),
  }
}

const PLAIN = readStudio(new Map())
const NO_RULES: Verdict = {
  verdict: 'allowed',
  reason: 'the network asks for no rules of this studio, so every call is made, as in neuro-san',
}

function isRuled(network: Network, name: string | undefined): boolean {
  const entry = network.entries.find((one) => one.name === name)
  return entry !== undefined && studioOf(network, entry)?.disciplined === true
}

interface Known {
  readonly network: Network
  readonly toolbox: JsonObject
  readonly describe: PermissionsOf['describe']
}

async function listedTool({ name, kind }: Reference, { network, toolbox, describe }: Known): Promise<Listed> {
  const entry = kind === 'entry' ? network.entries.find((one) => one.name === name) : undefined
  if (entry === undefined) return elsewhere(name, kind)
  const own = await settingsOf(entry, toolbox, describe)
  const { runtimeName, category, requiresApproval } = (studioOf(network, entry, own) ?? PLAIN).tool
  const names = runtimeName === undefined ? [name] : [runtimeName, name]
  return { tool: { names, requiresApproval, ...(category !== undefined && { category }) }, entry: name }
}

function elsewhere(name: string, kind: Reference['kind']): Listed {
  if (kind === 'network') return { tool: { names: [name, nameOfNetwork(name)] } }
  if (kind !== 'mcp') return { tool: { names: [name] } }
  return { tool: { names: [name] }, note: 'each tool of the server goes by its own name when the server has told it' }
}

/** As models know another network: by its path. */
function nameOfNetwork(reference: string): string {
  const path = reference.replace(/^[a-z]+:\/\/[^/]*/i, '')
  return `__${path.slice(1).replaceAll('/', '__')}`
}

/** What a tool brings along: its table in the toolbox, or its definition in code. */
async function settingsOf(
  entry: Entry,
  toolbox: JsonObject,
  describe: PermissionsOf['describe'],
): Promise<JsonObject | undefined> {
  if (entry.toolbox !== undefined) return objectAt(toolbox, entry.toolbox, 'studio')
  if (entry.className === undefined) return undefined
  const told = parseJson((await describe?.(entry)) ?? 'null')
  return told.ok ? objectAt(told.value, 'settings') : undefined
}

function objectAt(json: Parameters<typeof jsonAt>[0], ...path: readonly string[]): JsonObject | undefined {
  const found = jsonAt(json, ...path)
  return isJsonObject(found) ? found : undefined
}

/** The tools over the list of things to do, where it is kept: no entry stands for them. */
function todosOf(network: Network, agent: Entry): readonly Listed[] {
  if (studioOf(network, agent)?.todos.enabled !== true) return []
  const named = new Set(agent.tools.map(({ name }) => name))
  if (OFFERED_TODOS.some(({ name }) => named.has(name))) return []
  return OFFERED_TODOS.map(({ name, settings }) => ({ tool: { names: [name], ...categoryOf(settings) } }))
}

function categoryOf(settings: JsonObject): Pick<RuledTool, 'category'> {
  const category = settings.get('category')
  return typeof category === 'string' ? { category } : {}
}
