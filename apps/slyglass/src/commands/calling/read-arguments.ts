// Arguments of a call as they are typed: a JSON object, `@file` with one, or `key=value` read as the tool's schema says.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { err, isJsonObject, type Json, type JsonObject, jsonAt, ok, parseJson, type Result } from '@slyglass/base'
import { fitsTypes, nearNames, typesOf } from '@slyglass/network'

/** Reads a JSON object from what was typed, or from the file that it names. */
export async function readObjectOption(option: string, cwd: string, what: string): Promise<Result<JsonObject, string>> {
  const file = option.startsWith('@') ? resolve(cwd, option.slice(1)) : undefined
  const text = file === undefined ? option : await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return err(`There is no file ${file}.`)
  const parsed = parseJson(text)
  if (!parsed.ok) return err(`${what} cannot be read as JSON: ${parsed.error.message}.`)
  return isJsonObject(parsed.value)
    ? ok(parsed.value)
    : err(`${what} must be a JSON object, such as {"name": "value"}.`)
}

/** `words` are what stands behind the tool's name. `isClosed`: what the schema does not name would never reach the tool. */
export async function readCallArguments(
  words: readonly string[],
  schema: JsonObject | undefined,
  cwd: string,
  isClosed = false,
): Promise<Result<JsonObject, string>> {
  const [first] = words
  if (first !== undefined && /^\s*[{@]/.test(first)) {
    if (words.length > 1) return err('Write either one JSON object, or key=value pairs.')
    return readObjectOption(first, cwd, 'The arguments')
  }
  const args = new Map<string, Json>()
  for (const word of words) {
    const at = word.indexOf('=')
    if (at <= 0) return err(`"${word}" is no argument. Write key=value, or all of them as one JSON object.`)
    const [key, text] = [word.slice(0, at), word.slice(at + 1)]
    if (args.has(key)) return err(`${key} is given twice. Give it once; a list is written as JSON: ${key}='["…"]'.`)
    const unknown = isClosed ? unknownText(key, schema) : undefined
    if (unknown !== undefined) return err(unknown)
    const value = readValue(key, text, jsonAt(schema, 'properties', key))
    if (!value.ok) return value
    args.set(key, value.value)
  }
  return ok(args)
}

/** A slip in a name is told, where the value would be dropped in silence. */
function unknownText(key: string, schema: JsonObject | undefined): string | undefined {
  const properties = jsonAt(schema, 'properties')
  if (!isJsonObject(properties) || properties.has(key)) return undefined
  const names = [...properties.keys()]
  const near = nearNames(key, names)
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `It has: ${names.join(', ') || 'none'}.`
  return `The tool has no parameter ${key}. ${hint}`
}

/** One value as its schema says; without one: JSON where it is JSON, else text. */
function readValue(key: string, text: string, schema: Json | undefined): Result<Json, string> {
  const types = isJsonObject(schema) ? typesOf(schema) : []
  if (types.length === 1 && types[0] === 'string') return ok(text)
  const parsed = parseJson(text)
  if (parsed.ok && fitsTypes(types, parsed.value)) return ok(parsed.value)
  if (fitsTypes(types, text)) return ok(text)
  if (types.includes('boolean') && /^(true|false)$/i.test(text)) return ok(text.toLowerCase() === 'true')
  const wanted = types.map((type) => NAMES[type] ?? type).join(' or ')
  return err(`${key} is ${wanted} in the tool's parameters, and "${text}" is none.`)
}

const NAMES: Readonly<Record<string, string>> = {
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list (write it as JSON)',
  object: 'an object (write it as JSON)',
}
