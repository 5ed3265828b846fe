// Arguments of one call by the schema of its tool: names that it does not have are refused, values are read leniently.
import { err, isJsonObject, type Json, type JsonObject, ok, type Result } from '@slyglass/base'
import { type CoercionFault, coerceValue, partsOf } from './coerce-value.ts'

/** Reads arguments by their names, in the order of the parameters. Whatever is wrong is told together. */
export function coerceArguments(
  schema: JsonObject | undefined,
  args: JsonObject,
): Result<JsonObject, readonly CoercionFault[]> {
  if (schema === undefined) return ok(args)
  const { properties, required, others } = partsOf(schema)
  const isOpen = isJsonObject(others) || others === true || properties.size === 0
  const faults: CoercionFault[] = []
  const read = new Map<string, Json>()
  for (const name of new Set([...properties.keys(), ...args.keys()])) {
    const value = args.get(name)
    if (value === undefined) {
      if (required.includes(name)) faults.push(say('missing_argument', name, 'Missing required argument'))
    } else if (!properties.has(name) && !isOpen) {
      faults.push(say('unexpected_keyword_argument', name, 'Unexpected keyword argument'))
    } else {
      const one = coerceValue(properties.get(name) ?? others, value, [name])
      if (one.ok) read.set(name, one.value)
      else faults.push(...one.error)
    }
  }
  return faults.length === 0 ? ok(read) : err(faults)
}

/** Words in the order of the parameters, and words with a name, as arguments. A parameter that is given twice is a fault. */
export function placeArguments(
  schema: JsonObject | undefined,
  words: readonly string[],
  named: ReadonlyMap<string, string>,
): Result<JsonObject, readonly CoercionFault[]> {
  const names = schema === undefined ? [] : [...partsOf(schema).properties.keys()]
  const faults: CoercionFault[] = []
  const args = new Map<string, Json>()
  for (const [index, word] of words.entries()) {
    const name = names[index]
    if (name === undefined)
      faults.push(say('unexpected_positional_argument', String(index), 'Unexpected positional argument'))
    else if (named.has(name)) faults.push(say('multiple_argument_values', name, 'Got multiple values for argument'))
    else args.set(name, word)
  }
  if (faults.length > 0) return err(faults)
  for (const [name, word] of named) args.set(name, word)
  return coerceArguments(schema, args)
}

function say(type: string, name: string, msg: string): CoercionFault {
  return { type, loc: [name], msg }
}
