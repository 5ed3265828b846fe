// The checks of Nous and no others: required names, declared types, enums. Bounds, patterns and combinations are not looked at,
// keys that nobody declared pass, and a null counts as there.
import {
  isJsonList,
  isJsonObject,
  type Json,
  JsonNumber,
  type JsonObject,
  jsonAt,
  jsonEquals,
  printJson,
} from '@slyglass/base'
import type { ArgumentError } from './argument-error.ts'

/** What is wrong with arguments; nothing when they fit. Missing names hide every other fault. */
export function checkLikeNous(schema: JsonObject, args: JsonObject): readonly ArgumentError[] {
  const required = schema.get('required')
  const names = isJsonList(required) ? required.filter((name): name is string => typeof name === 'string') : []
  const missing = names.filter((name) => !args.has(name))
  if (missing.length > 0) return missing.map((path) => ({ kind: 'missing', path }))
  return checkProperties(schema.get('properties'), args, '')
}

function checkProperties(properties: Json | undefined, value: JsonObject, above: string): readonly ArgumentError[] {
  if (!isJsonObject(properties)) return []
  return [...properties].flatMap(([name, schema]) => {
    const part = value.get(name)
    return part === undefined ? [] : checkValue(schema, part, above === '' ? name : `${above}.${name}`)
  })
}

function checkValue(schema: Json, value: Json, path: string): readonly ArgumentError[] {
  const type = jsonAt(schema, 'type')
  const errors: ArgumentError[] = []
  const misfit = typeof type === 'string' && TYPES[type]?.(value) === false
  if (misfit) errors.push({ kind: 'type', path, expected: type, actual: typeName(value) })
  const allowed = jsonAt(schema, 'enum')
  if (isJsonList(allowed) && !allowed.some((one) => jsonEquals(one, value)))
    errors.push({ kind: 'enum', path, expected: allowed.map((one) => printJson(one)), actual: printJson(value) })
  if (misfit) return errors
  if (isJsonObject(value)) errors.push(...checkProperties(jsonAt(schema, 'properties'), value, path))
  const items = jsonAt(schema, 'items')
  if (isJsonList(value) && isJsonObject(items))
    errors.push(...value.flatMap((part, index) => checkValue(items, part, `${path}[${index}]`)))
  return errors
}

const TYPES: Readonly<Record<string, (value: Json) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => value instanceof JsonNumber && value.isInteger(),
  number: (value) => value instanceof JsonNumber,
  boolean: (value) => typeof value === 'boolean',
  array: (value) => isJsonList(value),
  object: (value) => isJsonObject(value),
  null: (value) => value === null,
}

/** The JSON type of a value, as errors name it. */
export function typeName(value: Json): string {
  if (value === null) return 'null'
  if (value instanceof JsonNumber) return value.isInteger() ? 'integer' : 'number'
  if (isJsonList(value)) return 'array'
  return isJsonObject(value) ? 'object' : typeof value
}
