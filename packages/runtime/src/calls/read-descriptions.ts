// What definitions in code tell of the tools that an agent lists: asked when the agent starts and kept in the log, so that a
// resumed or replayed run offers and checks the same.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt, parseJson, printJson } from '@slyglass/base'
import type { Draft } from '@slyglass/run-log'
import type { ToolDescription } from '@slyglass/tools'
import type { AgentCall, RunContext } from '../run-context.ts'
import { sourcesOf } from '../tool-environment.ts'

export interface Described extends Pick<ToolDescription, 'description' | 'parameters' | 'settings'> {
  /** Variables that the tool needs and its host does not have: it is not offered. */
  readonly missing: readonly string[]
}

/** By entry name. */
export type Descriptions = ReadonlyMap<string, Described>

export async function readDescriptions(context: RunContext, agent: AgentCall): Promise<Descriptions> {
  const { hosts, network, source } = context
  const kept = keptText(context, agent)
  if (kept !== undefined) return fromKept(kept)
  if (hosts.describe === undefined || source?.onDifference === 'fail') return new Map()
  const listed = new Set(agent.entry.tools.map(({ name }) => name))
  const entries = network.entries.filter(({ name, className }) => className !== undefined && listed.has(name))
  const found: [string, Described][] = []
  for (const { name, className = '' } of entries) {
    agent.signal.throwIfAborted()
    const told = await hosts.describe(sourcesOf(context, entry), className, agent.signal)
    const read = told === undefined ? undefined : readDescription(told)
    if (read !== undefined) found.push([name, read])
  }
  return new Map(found)
}

/** The event that keeps them, for the agent's first commit. */
export function keptDescriptions({ span, parent }: AgentCall, described: Descriptions): readonly Draft[] {
  if (described.size === 0) return []
  const items = new Map([...described].map(([name, one]) => [name, toJson(one)] as const))
  return [{ type: 'context.changed', span, parent, changes: printJson(new Map([['described', items]])) }]
}

function toJson({ description, parameters, settings, missing }: Described): Json {
  return new Map<string, Json>([
    ['description', description],
    ['parameters', parameters],
    ['settings', settings],
    ['missing', missing],
  ])
}

/** What an agent was offered from outside may stand before it, in an event of the same kind. */
function keptText({ journal, source }: RunContext, { span }: AgentCall): JsonObject | undefined {
  for (const n of [0, 1]) {
    const own = journal.find(span, 'context.changed', n)
    const text = own === undefined ? undefined : journal.formsOf(own).truth.changes
    const parsed = parseJson(text ?? source?.answers.find(span, 'context.changed', n)?.changes ?? '{}')
    const described = parsed.ok ? jsonAt(parsed.value, 'described') : undefined
    if (isJsonObject(described)) return described
  }
  return undefined
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
  const [description, parameters, settings, missing] = ['description', 'parameters', 'settings', 'missing'].map((key) =>
    jsonAt(item, key),
  )
  if (!isJsonObject(parameters)) return undefined
  return {
    description: typeof description === 'string' ? description : '',
    parameters,
    settings: isJsonObject(settings) ? settings : new Map(),
    missing: isJsonList(missing) ? missing.filter((name): name is string => typeof name === 'string') : [],
  }
}
