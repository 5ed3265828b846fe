// Tools that a model learns of by name alone. It asks for their descriptions, and can call them from its next request on.
import { isJsonList, type Json, type JsonObject, jsonAt, printJson, toJson } from '@slyglass/base'
import type { ToolAnswer } from '@slyglass/run-log'
import {
  type ContextOp,
  contextOpsJson,
  functionSchema,
  pythonJson,
  resolveName,
  type ToolDescription,
} from '@slyglass/tools'
import type { ToolRules } from './discipline.ts'

const MOST_FOUND = 10

/** Offered exactly where a tool has to be loaded. */
export const TOOL_DESCRIBE = 'tool_describe'

/** Where what tools share tells what each agent has loaded: `{agent: {tool: true}}`. */
export const LOADED_KEY = 'loaded_tools'

const PARAMETERS = toJson({
  type: 'object',
  properties: {
    names: { type: 'array', items: { type: 'string' }, description: 'Names of the tools; an empty list with a query.' },
    query: { type: 'string', description: 'Words to look for in names and descriptions, where no name fits.' },
  },
  required: ['names'],
}) as JsonObject

/** How it is offered. */
export const OFFERED_DESCRIBE: ToolDescription = {
  name: TOOL_DESCRIBE,
  description: 'Tells the descriptions and parameters of tools. Tools that have to be loaded can be called after it.',
  parameters: PARAMETERS,
  settings: new Map([['category', 'read']]),
  env: [],
  hasHealth: false,
}

export interface Describable {
  readonly agent: string
  readonly tools: readonly ToolRules[]
  readonly deferred: readonly ToolRules[]
}

/** Describes tools by name. Names that mean none come back as they were given. */
export function describeTools({ agent, tools, deferred }: Describable, args: JsonObject): ToolAnswer {
  const given = namesIn(args)
  const found = given.map((name) => resolveName(tools, name))
  const known = [...new Set(found.filter((one) => one !== undefined))]
  const query = jsonAt(args, 'query')
  const value: JsonObject = new Map<string, Json>([
    ['tools', known.map(describe)],
    ['unknown', given.filter((_name, index) => found[index] === undefined)],
    ...(typeof query === 'string' && query !== '' ? ([['found', searchTools(tools, query)]] as const) : []),
  ])
  const loads = known.filter((one) => deferred.includes(one)).map(({ name }) => name)
  const update = loads.length === 0 ? undefined : printJson(contextOpsJson(loading(agent, loads)))
  return {
    of: 'tool',
    text: pythonJson(value, 'kept'),
    value: printJson(value),
    ...(update !== undefined && { update }),
  }
}

/** Those that share most words with the query, by name and description alone: they are loaded by their names. */
function searchTools(tools: readonly ToolRules[], query: string): readonly Json[] {
  const words = wordsOf(query)
  return tools
    .map(({ tool }) => ({ tool, shared: countShared(words, wordsOf(`${tool.name} ${tool.description}`)) }))
    .filter(({ shared }) => shared > 0)
    .sort((one, other) => other.shared - one.shared)
    .slice(0, MOST_FOUND)
    .map(({ tool: { name, description } }) => toJson({ name, description }))
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []

/** A word counts where it begins one of the others, or is begun by it: "bin" finds "bins". */
function countShared(words: readonly string[], others: readonly string[]): number {
  const isAlike = (one: string, other: string) => one.startsWith(other) || other.startsWith(one)
  return [...new Set(words)].filter((word) => others.some((other) => isAlike(word, other))).length
}

function namesIn(args: JsonObject): readonly string[] {
  const names = jsonAt(args, 'names')
  if (typeof names === 'string') return [names]
  return isJsonList(names) ? names.filter((name): name is string => typeof name === 'string') : []
}

function describe({ tool }: ToolRules): Json {
  return new Map<string, Json>([
    ['name', tool.name],
    ['description', tool.description],
    ['parameters', tool.schema ?? functionSchema(tool.parameters)],
  ])
}

/** Kept by agent, and told as an event of the session. */
function loading(agent: string, names: readonly string[]): readonly ContextOp[] {
  const loaded = new Map([[agent, new Map(names.map((name) => [name, true]))]])
  return [
    { op: 'merge', key: LOADED_KEY, value: loaded },
    { op: 'log_event', type: 'tool.loaded', data: new Map<string, Json>([['names', names]]) },
  ]
}

/** What instructions say of tools that have to be loaded, also of those that are. */
export function deferredSection(deferred: readonly ToolRules[]): string {
  const names = deferred.map(({ name }) => `- ${name}`).join('\n')
  return `## Tools to load\n\nCall ${TOOL_DESCRIBE} with the names of those that you need, or with a query to look for them. Each can be called from your next answer on once it was named.\n\n${names}`
}
