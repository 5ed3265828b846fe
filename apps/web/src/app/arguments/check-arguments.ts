// A first look at arguments that a person writes: what is missing and what has another type. The server looks again, by the whole
// of the schema.
import { isJsonList, isJsonObject, type Json, JsonNumber, type JsonObject, jsonAt, printJson } from '@slyglass/base'
import { fitsTypes, typesOf } from '@slyglass/network'

/** One thing that does not fit, and where: `a.b[0]`, or nothing for the whole. */
export interface ArgumentFault {
  readonly path: string
  readonly message: string
}

export function checkArguments(schema: JsonObject | undefined, args: JsonObject): readonly ArgumentFault[] {
  return schema === undefined ? [] : [...checkObject(schema, args, '')]
}

function* checkObject(schema: JsonObject, value: JsonObject, path: string): Generator<ArgumentFault> {
  const required = schema.get('required')
  for (const name of isJsonList(required) ? required : [])
    if (typeof name === 'string' && !value.has(name)) yield { path: join(path, name), message: 'is missing' }
  const properties = schema.get('properties')
  if (!isJsonObject(properties)) return
  for (const [name, part] of value) {
    const own = properties.get(name)
    if (isJsonObject(own)) yield* checkValue(own, part, join(path, name))
  }
}

function* checkValue(schema: JsonObject, value: Json, path: string): Generator<ArgumentFault> {
  const types = typesOf(schema)
  if (!fitsTypes(types, value)) {
    yield { path, message: `is ${kindOf(value)}, not ${types.join(' or ')}` }
    return
  }
  const choices = schema.get('enum')
  if (isJsonList(choices) && !choices.some((choice) => printJson(choice) === printJson(value)))
    yield { path, message: `is none of ${choices.map((choice) => printJson(choice)).join(', ')}` }
  if (isJsonObject(value)) yield* checkObject(schema, value, path)
  const items = schema.get('items')
  if (isJsonList(value) && isJsonObject(items))
    for (const [index, item] of value.entries()) yield* checkValue(items, item, `${path}[${index}]`)
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

function kindOf(value: Json): string {
  if (value === null) return 'null'
  if (value instanceof JsonNumber) return 'a number'
  if (isJsonList(value)) return 'a list'
  if (isJsonObject(value)) return 'an object'
  return typeof value === 'string' ? 'text' : 'true or false'
}

/** The parameters of an entry's function, wherever they are written. */
export function parametersOf(entry: { readonly json: JsonObject; readonly parameters?: JsonObject } | undefined) {
  const written = entry?.parameters ?? jsonAt(entry?.json, 'function', 'parameters')
  return isJsonObject(written) ? written : undefined
}
