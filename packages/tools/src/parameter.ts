// The `parameters` of a function as its author declared them, without what the model never gets to see.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt } from '@slyglass/base'
import { properType } from '@slyglass/network'

/** What a parameter holds. `number` is an int or a float; `anything` is an object without declared parts; `any` has no type. */
export type ParameterType =
  | { readonly kind: 'string' | 'integer' | 'float' | 'number' | 'boolean' | 'anything' | 'any' }
  | { readonly kind: 'list'; readonly of: ParameterType }
  | { readonly kind: 'object'; readonly parts: readonly Parameter[] }

/** One declared parameter, or one part of an object parameter. */
export interface Parameter {
  readonly name: string
  readonly type: ParameterType
  readonly required: boolean
  readonly description?: string
}

const KINDS: Readonly<Record<string, 'string' | 'integer' | 'float' | 'number' | 'boolean'>> = {
  string: 'string',
  int: 'integer',
  integer: 'integer',
  float: 'float',
  number: 'number',
  bool: 'boolean',
  boolean: 'boolean',
}

/** The parameters in declared order. A missing or unknown type reads as `string`; the network's own checks say so. */
export function readParameters(declared: JsonObject | undefined): readonly Parameter[] {
  const properties = declared?.get('properties')
  if (!isJsonObject(properties)) return []
  const required = declared?.get('required')
  const needed = new Set(isJsonList(required) ? required : [])
  return [...properties].map(([name, schema]) => {
    const description = jsonAt(schema, 'description')
    return {
      name,
      type: readType(schema),
      required: needed.has(name),
      ...(typeof description === 'string' && { description }),
    }
  })
}

function readType(schema: Json | undefined): ParameterType {
  const word = jsonAt(schema, 'type')
  const type = typeof word === 'string' ? (properType(word) ?? word) : word
  const items = jsonAt(schema, 'items')
  if (type === 'array')
    return { kind: 'list', of: word === 'list' && items === undefined ? { kind: 'any' } : readType(items) }
  if (type !== 'object') return { kind: KINDS[typeof type === 'string' ? type : ''] ?? 'string' }
  const parts = isJsonObject(schema) ? readParameters(schema) : []
  return parts.length === 0 ? { kind: 'anything' } : { kind: 'object', parts }
}
