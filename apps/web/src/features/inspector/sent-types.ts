import { isJsonObject, type Json, type JsonObject, jsonAt } from '@slyglass/base'
import { sentType } from '@slyglass/network'

export interface SentType {
  /** Of a part of an object with the object's name before it, of a list's items with `[]` behind it. */
  readonly name: string
  readonly word: string
  readonly sent: string
}

/** Parameters whose type goes out under another word, such as `float` as `number`. */
export function sentTypes(parameters: JsonObject | undefined, before = ''): readonly SentType[] {
  const properties = parameters?.get('properties')
  if (!isJsonObject(properties)) return []
  return [...properties].flatMap(([name, schema]) => ofSchema(`${before}${name}`, schema))
}

function ofSchema(name: string, schema: Json | undefined): readonly SentType[] {
  if (!isJsonObject(schema)) return []
  const word = schema.get('type')
  const sent = typeof word === 'string' ? sentType(word) : undefined
  const own = typeof word === 'string' && sent !== undefined && sent !== word ? [{ name, word, sent }] : []
  return [...own, ...sentTypes(schema, `${name}.`), ...ofSchema(`${name}[]`, jsonAt(schema, 'items'))]
}
