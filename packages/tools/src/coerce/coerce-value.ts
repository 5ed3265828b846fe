// Reads a value by a JSON Schema, leniently where the meaning is plain: "2", 2.0 and true are integers, "yes" is true. Words
// that a person types and literals that a model writes are read alike. Kinds of faults are pydantic's.
import {
  err,
  isJsonList,
  isJsonObject,
  type Json,
  JsonNumber,
  type JsonObject,
  jsonEquals,
  ok,
  type Result,
} from '@slyglass/base'
import { readTruth, readWhole, type ScalarFault, wholeOf } from '../read-scalars.ts'

/** One thing that does not fit; `loc` is the path to it. */
export interface CoercionFault {
  readonly type: string
  readonly loc: readonly string[]
  readonly msg: string
}

/** A value of the asked type, or all that is wrong. */
export type Coerced = Result<Json, readonly CoercionFault[]>

/** Reads one value. A schema that asks for nothing takes everything as it is. */
export function coerceValue(schema: Json | undefined, value: Json, loc: readonly string[]): Coerced {
  if (!isJsonObject(schema)) return ok(value)
  const choices = schema.get('anyOf') ?? schema.get('oneOf')
  if (isJsonList(choices)) return coerceChoice(choices, value, loc)
  const allowed = schema.get('enum')
  if (isJsonList(allowed)) return coerceLiteral(allowed, value, loc)
  const type = schema.get('type')
  if (isJsonList(type)) return coerceChoice(typesApart(schema, type), value, loc)
  return coerceType(type, schema, value, loc)
}

function typesApart(schema: JsonObject, types: readonly Json[]): readonly Json[] {
  return types.map((type) => new Map([...schema, ['type', type]]))
}

function coerceType(type: Json | undefined, schema: JsonObject, value: Json, loc: readonly string[]): Coerced {
  switch (type) {
    case 'string':
      return typeof value === 'string' ? ok(value) : fault('string_type', loc, 'Input should be a valid string')
    case 'integer':
      return placed(readWhole(value), loc)
    case 'number':
      return coerceNumber(value, loc)
    case 'boolean':
      return placed(readTruth(value), loc)
    case 'null':
      return value === null ? ok(null) : fault('none_required', loc, 'Input should be None')
    case 'array':
      return coerceItems(schema.get('items'), value, loc)
    case 'object':
      return coerceParts(schema, value, loc)
    default:
      return ok(value)
  }
}

/** What fits as it is comes before what can be read as something else. */
function coerceChoice(choices: readonly Json[], value: Json, loc: readonly string[]): Coerced {
  const read = choices.map((choice) => coerceValue(choice, value, loc))
  const exact = read.find((one) => one.ok && jsonEquals(one.value, value))
  const first = exact ?? read.find((one) => one.ok)
  return first ?? err(read.flatMap((one) => (one.ok ? [] : one.error)))
}

function coerceLiteral(allowed: readonly Json[], value: Json, loc: readonly string[]): Coerced {
  if (allowed.some((one) => jsonEquals(one, value))) return ok(value)
  const words = allowed.map((one) => (typeof one === 'string' ? `'${one}'` : shown(one)))
  const last = words.pop() ?? 'nothing'
  return fault('literal_error', loc, `Input should be ${words.length === 0 ? last : `${words.join(', ')} or ${last}`}`)
}

function shown(value: Json): string {
  return value instanceof JsonNumber ? value.text : String(value)
}

const NUMBER_TEXT = /^[-+]?(?:\d+(?:_\d+)*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/

function coerceNumber(value: Json, loc: readonly string[]): Coerced {
  if (typeof value === 'boolean') return ok(new JsonNumber(value ? '1' : '0'))
  if (value instanceof JsonNumber) return ok(value)
  if (typeof value !== 'string') return fault('float_type', loc, 'Input should be a valid number')
  const text = value.trim().replaceAll('_', '')
  if (!NUMBER_TEXT.test(value.trim()) || !Number.isFinite(Number(text)))
    return fault('float_parsing', loc, 'Input should be a valid number, unable to parse string as a number')
  return ok(/^[-+]?\d+$/.test(text) ? wholeOf(text) : new JsonNumber(String(Number(text))))
}

/** A text is no list, also where it holds one as JSON. */
function coerceItems(items: Json | undefined, value: Json, loc: readonly string[]): Coerced {
  if (!isJsonList(value)) return fault('list_type', loc, 'Input should be a valid list')
  const read = value.map((item, index) => coerceValue(items, item, [...loc, String(index)]))
  const faults = read.flatMap((one) => (one.ok ? [] : one.error))
  return faults.length > 0 ? err(faults) : ok(read.flatMap((one) => (one.ok ? [one.value] : [])))
}

function coerceParts(schema: JsonObject, value: Json, loc: readonly string[]): Coerced {
  if (!isJsonObject(value)) return fault('dict_type', loc, 'Input should be a valid dictionary')
  const { properties, required, others } = partsOf(schema)
  const faults: CoercionFault[] = []
  for (const name of required)
    if (!value.has(name)) faults.push({ type: 'missing', loc: [...loc, name], msg: 'Field required' })
  const read = new Map<string, Json>()
  for (const [name, part] of value) {
    const one = coerceValue(properties.get(name) ?? others, part, [...loc, name])
    if (one.ok) read.set(name, one.value)
    else faults.push(...one.error)
  }
  return faults.length > 0 ? err(faults) : ok(read)
}

/** What a schema says of the parts of an object. */
export function partsOf(schema: JsonObject): {
  readonly properties: JsonObject
  readonly required: readonly string[]
  readonly others: Json | undefined
} {
  const [properties, required] = [schema.get('properties'), schema.get('required')]
  return {
    properties: isJsonObject(properties) ? properties : new Map(),
    required: isJsonList(required) ? required.filter((name): name is string => typeof name === 'string') : [],
    others: schema.get('additionalProperties'),
  }
}

function placed(read: Result<Json, ScalarFault>, loc: readonly string[]): Coerced {
  return read.ok ? read : err([{ ...read.error, loc }])
}

function fault(type: string, loc: readonly string[], msg: string): Coerced {
  return err([{ type, loc, msg }])
}
