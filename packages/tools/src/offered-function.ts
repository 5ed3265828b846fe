import { isJsonList, isJsonObject, type Json, type JsonObject } from '@slyglass/base'
import { functionSchema } from './function-schema.ts'
import type { Parameter } from './parameter.ts'

/** What a model is told of one tool. */
export interface OfferedTool {
  readonly name: string
  readonly description: string
  readonly parameters: readonly Parameter[]
  /** The schema as somebody else wrote it (an MCP server, a library's tool); it is passed on in place of `parameters`. */
  readonly schema?: JsonObject
}

/** `tool_strict` of the llm_config: null leaves the field out. */
export type Strict = boolean | null

/** The entry of a chat request's `tools` list. Strict mode closes every object and requires all of its properties. */
export function offeredFunction(tool: OfferedTool, strict: Strict): JsonObject {
  return new Map<string, Json>([
    ['type', 'function'],
    ['function', new Map(describe(tool, strict))],
  ])
}

/** The same for a responses request, where it is flat. */
export function offeredFlat(tool: OfferedTool, strict: Strict): JsonObject {
  return new Map<string, Json>([['type', 'function'], ...describe(tool, strict)])
}

function describe(tool: OfferedTool, strict: Strict): [string, Json][] {
  const schema = tool.schema ?? functionSchema(tool.parameters)
  const entries: [string, Json][] = [
    ['name', tool.name],
    ['description', tool.description],
    ['parameters', strict === true ? closeObjects(schema) : schema],
  ]
  if (strict !== null) entries.push(['strict', strict])
  return entries
}

function closeObjects(schema: Json): Json {
  if (isJsonList(schema)) return schema.map(closeObjects)
  if (!isJsonObject(schema)) return schema
  const closed = new Map([...schema].map(([key, part]) => [key, closeObjects(part)] as const))
  const properties = schema.get('properties')
  if (schema.get('type') !== 'object' || !isJsonObject(properties)) return closed
  return closed.set('required', [...properties.keys()]).set('additionalProperties', false)
}
