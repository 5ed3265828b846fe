// neuro-san's schemas use words of their own (`float`, `int`, `bool`) and offer optional parameters as "or null"; both are put
// into plain JSON Schema here before anything is checked.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt } from '@slyglass/base'

const WORDS: Readonly<Record<string, string>> = { int: 'integer', float: 'number', bool: 'boolean' }

/** The schema with JSON Schema's own names of types, at every depth. */
export function plainSchema(schema: Json): Json {
  if (isJsonList(schema)) return schema.map(plainSchema)
  if (!isJsonObject(schema)) return schema
  return new Map(
    [...schema].map(([key, part]) => {
      if (key === 'type' && typeof part === 'string') return [key, WORDS[part] ?? part] as const
      if (DATA.has(key)) return [key, part] as const
      if (NAMED.has(key) && isJsonObject(part))
        return [key, new Map([...part].map(([name, one]) => [name, plainSchema(one)] as const))] as const
      return [key, plainSchema(part)] as const
    }),
  )
}

const DATA: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples', 'required', 'description'])

/** Keys below which names are the author's own. */
const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions'])

/** Arguments without nulls that only say "not sent": of optional parameters whose own type has no null. */
export function withoutUnsent(schema: Json | undefined, value: Json): Json {
  const properties = jsonAt(schema, 'properties')
  if (isJsonList(value)) return value.map((part) => withoutUnsent(jsonAt(schema, 'items'), part))
  if (!isJsonObject(value) || !isJsonObject(properties)) return value
  const required = jsonAt(schema, 'required')
  const needed: ReadonlySet<Json> = new Set(isJsonList(required) ? required : [])
  const kept = [...value].filter(([key, part]) => part !== null || needed.has(key) || mayBeNull(properties.get(key)))
  return new Map(kept.map(([key, part]) => [key, withoutUnsent(properties.get(key), part)] as const))
}

function mayBeNull(schema: Json | undefined): boolean {
  if (!isJsonObject(schema)) return true
  const type = schema.get('type')
  return !(typeof type === 'string' && type !== 'null') || schema.get('nullable') === true
}

/**
 * The schema without regular expressions: one that a stranger wrote could keep the process busy for ever. Who wrote it checks
 * the arguments again.
 */
export function withoutPatterns(schema: Json): Json {
  if (isJsonList(schema)) return schema.map(withoutPatterns)
  if (!isJsonObject(schema)) return schema
  const kept = [...schema].filter(
    ([key, part]) => !(key === 'pattern' && typeof part === 'string') && key !== 'patternProperties',
  )
  return new Map(kept.map(([key, part]) => [key, withoutPatterns(part)] as const))
}

/** True when the schema says which arguments there are. */
export function declaresParameters(schema: JsonObject | undefined): boolean {
  const properties = jsonAt(schema, 'properties')
  return isJsonObject(properties) && properties.size > 0
}
