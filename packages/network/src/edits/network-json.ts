// Parts of a network as JSON, for what an edit must make of them.
import { isJsonList, isJsonObject, type Json, jsonAt } from '@slyglass/base'

export function toolsOf(json: Json): readonly Json[] {
  const tools = jsonAt(json, 'tools')
  return isJsonList(tools) ? tools : []
}

/** With a value at a path; null takes it away. */
export function setAt(json: Json | undefined, path: readonly string[], value: Json): Json {
  const [key, ...rest] = path
  if (key === undefined) return value
  const mapped = new Map(isJsonObject(json) ? json : [])
  const inner = mapped.get(key)
  if (value === null && (inner === undefined || rest.length === 0)) mapped.delete(key)
  else mapped.set(key, setAt(inner, rest, value))
  return mapped
}
