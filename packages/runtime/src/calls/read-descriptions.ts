// What definitions in code tell of the tools that an agent lists: asked when the agent starts and kept in the log, so that a
// resumed or replayed run offers and checks the same.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt, parseJson } from '@slyglass/base'
import type { Entry } from '@slyglass/network'
import type { Draft } from '@slyglass/run-log'
import type { ToolDescription } from '@slyglass/tools'
import type { AgentCall, RunContext } from '../run-context.ts'
import { sourcesOf } from '../tool-environment.ts'
import { keepChange, keptChange } from './kept-change.ts'

export interface Described extends Pick<ToolDescription, 'description' | 'parameters' | 'outputSchema' | 'settings'> {
  /** Variables that the tool declares: it gets these secrets of the project, and no others. */
  readonly env?: readonly string[]
  /** Variables that the tool needs and its host does not have: it is not offered. */
  readonly missing: readonly string[]
  /** Why the definition cannot be read; then nothing else is known. */
  readonly problem?: string
}

/** By entry name. */
export type Descriptions = ReadonlyMap<string, Described>

export async function readDescriptions(context: RunContext, agent: AgentCall): Promise<Descriptions> {
  const { hosts, network, source } = context
  const kept = keptChange(context, agent, 'described')
  if (kept !== undefined) return fromKept(kept)
  if (hosts.describe === undefined || source?.onDifference === 'fail') return new Map()
  const listed = new Set(agent.entry.tools.map(({ name }) => name))
  const coded = network.entries.filter(({ className }) => className !== undefined)
  const found = await askAll(
    context,
    agent,
    coded.filter(({ name }) => listed.has(name)),
  )
  // Code of a defined tool may call any entry, which is held to its own definition then.
  const others = found.length === 0 ? [] : coded.filter(({ name }) => !listed.has(name))
  return new Map([...found, ...(await askAll(context, agent, others))])
}

async function askAll(
  context: RunContext,
  agent: AgentCall,
  entries: readonly Entry[],
): Promise<readonly (readonly [string, Described])[]> {
  const { hosts } = context
  const found: [string, Described][] = []
  for (const entry of entries) {
    const { name, className = '' } = entry
    agent.signal.throwIfAborted()
    const told = await hosts.describe?.(sourcesOf(context, entry), className, agent.signal)
    const read = told === undefined ? undefined : readDescription(told)
    if (read !== undefined) found.push([name, read])
  }
  return found
}

/** The event that keeps them, for the agent's first commit. */
export function keptDescriptions(agent: AgentCall, described: Descriptions): readonly Draft[] {
  if (described.size === 0) return []
  return [keepChange(agent, 'described', new Map([...described].map(([name, one]) => [name, toJson(one)] as const)))]
}

function toJson(one: Described): Json {
  const { description, parameters, outputSchema, settings, env, missing, problem } = one
  if (problem !== undefined) return new Map([['problem', problem]])
  return new Map<string, Json>([
    ['description', description],
    ['parameters', parameters],
    ['settings', settings],
    ['missing', missing],
    ...(outputSchema === undefined ? [] : [['outputSchema', outputSchema] as const]),
    ...(env === undefined ? [] : [['env', env] as const]),
  ])
}

function fromKept(kept: JsonObject): Descriptions {
  return new Map(
    [...kept].flatMap(([name, item]) => {
      const read = readItem(item)
      return read === undefined ? [] : [[name, read] as const]
    }),
  )
}

function readDescription(text: string): Described | undefined {
  const parsed = parseJson(text)
  return parsed.ok ? readItem(parsed.value) : undefined
}

function readItem(item: Json): Described | undefined {
  const [description, parameters, settings] = ['description', 'parameters', 'settings'].map((key) => jsonAt(item, key))
  const [missing, env] = ['missing', 'env'].map((key) => textsIn(jsonAt(item, key)))
  const [problem, outputSchema] = [jsonAt(item, 'problem'), jsonAt(item, 'outputSchema')]
  if (typeof problem === 'string')
    return { description: '', parameters: new Map(), settings: new Map(), missing: [], problem }
  if (!isJsonObject(parameters)) return undefined
  return {
    description: typeof description === 'string' ? description : '',
    parameters,
    ...(isJsonObject(outputSchema) && { outputSchema }),
    settings: isJsonObject(settings) ? settings : new Map(),
    missing: missing ?? [],
    ...(env !== undefined && { env }),
  }
}

function textsIn(json: Json | undefined): readonly string[] | undefined {
  return isJsonList(json) ? json.filter((name): name is string => typeof name === 'string') : undefined
}
