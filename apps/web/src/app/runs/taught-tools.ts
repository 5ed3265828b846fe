// What agents were told of the tools of an MCP server when they started, as their runs keep it.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt, parseJson } from '@slyglass/base'
import type { LogEvent } from '@slyglass/run-log'

/** By the name under which a model calls it. */
interface Told {
  readonly name: string
  readonly description: string
  readonly schema?: JsonObject
}

export function toolsIn(log: readonly LogEvent[], server: string): readonly Told[] {
  for (const event of log) {
    if (event.type !== 'context.changed') continue
    const changes = parseJson(event.changes)
    const offers = changes.ok ? jsonAt(changes.value, 'offers') : undefined
    if (!isJsonList(offers)) continue
    const offer = offers.find((one) => jsonAt(one, 'reference') === server)
    const tools = jsonAt(offer, 'mcp')
    if (isJsonList(tools)) return tools.flatMap((tool) => readTool(tool) ?? [])
  }
  return []
}

function readTool(json: Json): Told | undefined {
  const [name, description, schema] = ['name', 'description', 'schema'].map((key) => jsonAt(json, key))
  if (typeof name !== 'string') return undefined
  const parsed = typeof schema === 'string' ? parseJson(schema) : undefined
  const known = parsed?.ok === true ? parsed.value : schema
  return {
    name: name.replace(/[^a-zA-Z0-9_-]/g, '_'),
    description: typeof description === 'string' ? description : '',
    ...(isJsonObject(known) && { schema: known }),
  }
}
