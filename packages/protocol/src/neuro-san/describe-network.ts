// What a served network tells of itself: its entry in the list, the function of its front man, and who calls whom.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt } from '@slyglass/base'
import type { Entry, Network } from '@slyglass/network'

/** The entry of a network in the list of networks. */
export function describeInList(network: Network): JsonObject {
  return new Map<string, Json>([
    ['agent_name', network.name],
    ['description', network.description],
    ['tags', network.tags],
  ])
}

/** How the front man may be asked. */
export function describeFunction(network: Network): JsonObject {
  const described = network.frontMan?.json.get('function')
  return new Map([['function', isJsonObject(described) ? described : new Map()]])
}

/** Every entry that can be reached from the front man, depth first, and whom each names. */
export function describeConnectivity(network: Network, toolbox: JsonObject = new Map()): JsonObject {
  const rows: JsonObject[] = []
  const seen = new Set<string>()
  const visit = (name: string): void => {
    if (seen.has(name)) return
    seen.add(name)
    const entry = network.entries.find((one) => registeredName(one) === name)
    if (entry === undefined) {
      if (/^\/.|:\/\//.test(name)) rows.push(row(name, [], 'external_agent'))
      return
    }
    const names = isSealed(entry) ? [] : namedBy(entry)
    rows.push(row(entry.name, names, displayOf(entry, toolbox), entry.json.get('metadata')))
    for (const next of names) visit(next)
  }
  if (network.frontMan !== undefined) visit(registeredName(network.frontMan))
  const metadata = jsonAt(network.json, 'metadata')
  return new Map<string, Json>([
    ['connectivity_info', rows],
    ...(isJsonObject(metadata) && metadata.size > 0 ? [['metadata', metadata] as const] : []),
  ])
}

/** A name inside of `function` replaces the entry's own, so that references by the own name find nothing. */
function registeredName(entry: Entry): string {
  const name = jsonAt(entry.json.get('function'), 'name')
  return typeof name === 'string' && name !== '' ? name : entry.name
}

/** `allow.connectivity = false`: the entry is shown, what it calls is not. */
function isSealed(entry: Entry): boolean {
  return entry.allow?.get('connectivity') === false
}

function namedBy(entry: Entry): readonly string[] {
  const inArgs = entry.args?.get('tools')
  const values = isJsonObject(inArgs) ? [...inArgs.values()] : isJsonList(inArgs) ? inArgs : []
  const listed = entry.json.get('tools')
  const all = [...(isJsonList(listed) ? listed : []), ...values]
  return [...new Set(all.filter((name): name is string => typeof name === 'string'))]
}

function displayOf(entry: Entry, toolbox: JsonObject): string {
  const given = entry.json.get('display_as')
  if (typeof given === 'string' && given !== '') return given
  if (entry.toolbox === undefined) return entry.className === undefined ? 'llm_agent' : 'coded_tool'
  const shared = toolbox.get(entry.toolbox)
  const isLangChain = jsonAt(shared, 'class') !== undefined && jsonAt(shared, 'description') === undefined
  return isLangChain ? 'langchain_tool' : 'coded_tool'
}

function row(origin: string, tools: readonly string[], displayAs: string, metadata?: Json): JsonObject {
  return new Map<string, Json>([
    ['origin', origin],
    ['tools', tools],
    ['display_as', displayAs],
    ...(isJsonObject(metadata) && metadata.size > 0 ? [['metadata', metadata] as const] : []),
  ])
}
