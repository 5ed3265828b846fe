// The parameters of a tool: as its entry says, else as the definition in its code tells.
import { isJsonObject, type JsonObject, jsonAt, parseJson } from '@slyglass/base'
import { studioOf } from '@slyglass/network'
import { toolSources } from '../../workspace/tool-paths.ts'
import type { Launched } from '../launch.ts'
import type { Target } from './find-target.ts'

/** Undefined where nothing tells it, as of tools of other servers. */
export async function schemaOf(
  { hosts, project, toolEnv }: Launched,
  { network: { network }, tool }: Target,
): Promise<JsonObject | undefined> {
  const entry = network.entries.find(({ name }) => name === tool)
  if (entry?.parameters !== undefined || entry?.className === undefined) return entry?.parameters
  const sources = toolSources(project.root, network.name, await toolEnv(project))
  const told = await hosts.describe?.(sources, entry.className, new AbortController().signal)
  const parsed = parseJson(told ?? '{}')
  const parameters = parsed.ok ? jsonAt(parsed.value, 'parameters') : undefined
  return isJsonObject(parameters) ? parameters : undefined
}

/** True where a tool is handed nothing but what its schema names: the schema says so, or no rules of the studio keep the rest. */
export function isClosed({ network: { network }, tool }: Target, schema: JsonObject | undefined): boolean {
  const entry = network.entries.find(({ name }) => name === tool)
  if (entry === undefined) return false
  return jsonAt(schema, 'additionalProperties') === false || studioOf(network, entry) === undefined
}
