// A network from plain JSON, for tests of the runtime alone: no HOCON, no defaults, no diagnostics.
import { isJsonList, isJsonObject, type Json, type JsonObject, parseJson } from '@slyglass/base'
import type { Entry, Network, Reference } from '@slyglass/network'

export function jsonNetwork(text: string, file = 'registries/test.hocon'): Network {
  const parsed = parseJson(text)
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error('the network is no JSON object')
  const json = parsed.value
  const listed = json.get('tools')
  const nodes = isJsonList(listed) ? listed.filter(isJsonObject) : []
  const names = new Set(nodes.map((node) => textAt(node, 'name')))
  const entries = nodes.map((node, index) => readEntry(node, index, names, json, file))
  return {
    name: 'test',
    file,
    entries,
    ...(entries[0] !== undefined && { frontMan: entries[0] }),
    edges: [],
    description: '',
    tags: [],
    sampleQueries: [],
    json,
    diagnostics: [],
    documents: [file],
    missingIncludes: [],
  }
}

function readEntry(
  node: JsonObject,
  index: number,
  names: ReadonlySet<string | undefined>,
  network: JsonObject,
  doc: string,
): Entry {
  const fn = objectAt(node, 'function')
  const tools = node.get('tools')
  const optional = {
    description: textAt(fn, 'description'),
    parameters: objectAt(fn, 'parameters'),
    instructions: textAt(node, 'instructions'),
    command: textAt(node, 'command'),
    className: textAt(node, 'class'),
    toolbox: textAt(node, 'toolbox'),
    args: objectAt(node, 'args'),
    allow: objectAt(node, 'allow'),
    llmConfig: objectAt(node, 'llm_config') ?? objectAt(network, 'llm_config'),
  }
  const present = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined))
  const at = { doc, from: 0, to: 0 }
  return {
    index,
    name: textAt(node, 'name') ?? '',
    kind: node.has('class') ? 'coded-tool' : 'agent',
    isFrontMan: index === 0,
    json: node,
    tools: (isJsonList(tools) ? tools : []).map((name) => reference(name, names)),
    at,
    ...present,
  }
}

function reference(name: Json, names: ReadonlySet<string | undefined>): Reference {
  const known = typeof name === 'string' ? name : ''
  return { name: known, kind: names.has(known) ? 'entry' : known.startsWith('/') ? 'network' : 'missing' }
}

function textAt(node: JsonObject | undefined, key: string): string | undefined {
  const value = node?.get(key)
  return typeof value === 'string' ? value : undefined
}

function objectAt(node: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = node?.get(key)
  return isJsonObject(value) ? value : undefined
}
