// Types of one parameter, as values are checked by them before a call is made.
import { isJsonList, isJsonObject, type Json, JsonNumber, type JsonObject } from '@slyglass/base'
import { sentType } from './type-words.ts'

/** The types that a schema allows, by their names in JSON Schema; none: anything. */
export function typesOf(schema: JsonObject): readonly string[] {
  const type = schema.get('type')
  const words = isJsonList(type) ? type : [type]
  return words.flatMap((word) => (typeof word === 'string' ? (sentType(word) ?? word) : []))
}

/** Whether a value is of one of these types; a word that nobody knows allows anything. */
export function fitsTypes(types: readonly string[], value: Json): boolean {
  return types.length === 0 || types.some((type) => fits(type, value))
}

function fits(type: string, value: Json): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string'
    case 'integer':
      return value instanceof JsonNumber && Number.isInteger(value.toNumber())
    case 'number':
      return value instanceof JsonNumber
    case 'boolean':
      return typeof value === 'boolean'
    case 'array':
      return isJsonList(value)
    case 'object':
      return isJsonObject(value)
    case 'null':
      return value === null
    default:
      return true
  }
}
