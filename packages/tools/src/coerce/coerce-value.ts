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
      return coerceInteger(value, loc)
    case 'number':
      return coerceNumber(value, loc)
    case 'boolean':
      return coerceBoolean(value, loc)
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

const WHOLE_TEXT = /^[-+]?\d+(?:_\d+)*(?:\.0+)?$/
const NUMBER_TEXT = /^[-+]?(?:\d+(?:_\d+)*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/

function coerceInteger(value: Json, loc: readonly string[]): Coerced {
  if (typeof value === 'boolean') return ok(new JsonNumber(value ? '1' : '0'))
  if (typeof value === 'string') {
    const text = value.trim()
    if (WHOLE_TEXT.test(text)) return ok(wholeOf(text.replace(/\.0+$/, '')))
    return fault('int_parsing', loc, 'Input should be a valid integer, unable to parse string as an integer')
  }
  if (!(value instanceof JsonNumber)) return fault('int_type', loc, 'Input should be a valid integer')
  if (value.isInteger()) return ok(value)
  if (Number.isInteger(value.toNumber())) return ok(new JsonNumber(BigInt(value.toNumber()).toString()))
  return fault('int_from_float', loc, 'Input should be a valid integer, got a number with a fractional part')
}

function wholeOf(text: string): JsonNumber {
  const digits = text.replace(/^\+/, '').replaceAll('_', '')
  return new JsonNumber(digits.replace(/^(-?)0+(?=\d)/, '$1').replace(/^-0$/, '0'))
}

function coerceNumber(value: Json, loc: readonly string[]): Coerced {
  if (typeof value === 'boolean') return ok(new JsonNumber(value ? '1' : '0'))
  if (value instanceof JsonNumber) return ok(value)
  if (typeof value !== 'string') return fault('float_type', loc, 'Input should be a valid number')
  const text = value.trim().replaceAll('_', '')
  if (!NUMBER_TEXT.test(value.trim()) || !Number.isFinite(Number(text)))
    return fault('float_parsing', loc, 'Input should be a valid number, unable to parse string as a number')
  return ok(/^[-+]?\d+$/.test(text) ? wholeOf(text) : new JsonNumber(String(Number(text))))
}

const YES: ReadonlySet<string> = new Set(['true', 't', 'yes', 'y', 'on', '1'])
const NO: ReadonlySet<string> = new Set(['false', 'f', 'no', 'n', 'off', '0'])

function coerceBoolean(value: Json, loc: readonly string[]): Coerced {
  if (typeof value === 'boolean') return ok(value)
  const word = value instanceof JsonNumber ? String(value.toNumber()) : value
  if (typeof word !== 'string') return fault('bool_type', loc, 'Input should be a valid boolean')
  if (YES.has(word.toLowerCase())) return ok(true)
  if (NO.has(word.toLowerCase())) return ok(false)
  return fault('bool_parsing', loc, 'Input should be a valid boolean, unable to interpret input')
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

function fault(type: string, loc: readonly string[], msg: string): Coerced {
  return err([{ type, loc, msg }])
}
