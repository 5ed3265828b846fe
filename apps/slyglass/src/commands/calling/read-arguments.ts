// Arguments of a call as they are typed: a JSON object, `@file` with one, or `key=value` read as the tool's schema says.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  err,
  isJsonList,
  isJsonObject,
  type Json,
  JsonNumber,
  type JsonObject,
  jsonAt,
  ok,
  parseJson,
  type Result,
} from '@slyglass/base'

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

/** `words` are what stands behind the tool's name. */
export async function readCallArguments(
  words: readonly string[],
  schema: JsonObject | undefined,
  cwd: string,
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
    const value = readValue(key, text, jsonAt(schema, 'properties', key))
    if (!value.ok) return value
    args.set(key, value.value)
  }
  return ok(args)
}

type Form = 'text' | 'number' | 'integer' | 'boolean' | 'list' | 'object'

const FORMS: Readonly<Record<string, Form>> = {
  string: 'text',
  str: 'text',
  int: 'integer',
  integer: 'integer',
  float: 'number',
  number: 'number',
  bool: 'boolean',
  boolean: 'boolean',
  array: 'list',
  list: 'list',
  object: 'object',
  dict: 'object',
}

/** One value as its schema says; without one: JSON where it is JSON, else text. */
function readValue(key: string, text: string, schema: Json | undefined): Result<Json, string> {
  const form = formOf(jsonAt(schema, 'type'))
  if (form === 'text') return ok(text)
  const parsed = parseJson(text)
  if (form === undefined) return ok(parsed.ok ? parsed.value : text)
  const value = parsed.ok ? parsed.value : undefined
  if (value !== undefined && fits(form, value)) return ok(value)
  if (form === 'boolean' && /^(true|false)$/i.test(text)) return ok(text.toLowerCase() === 'true')
  return err(`${key} is ${NAMES[form]} in the tool's parameters, and "${text}" is none.`)
}

function formOf(type: Json | undefined): Form | undefined {
  return typeof type === 'string' && Object.hasOwn(FORMS, type.toLowerCase()) ? FORMS[type.toLowerCase()] : undefined
}

function fits(form: Form, value: Json): boolean {
  switch (form) {
    case 'integer':
      return value instanceof JsonNumber && value.isInteger()
    case 'number':
      return value instanceof JsonNumber
    case 'boolean':
      return typeof value === 'boolean'
    case 'list':
      return isJsonList(value)
    case 'object':
      return isJsonObject(value)
    case 'text':
      return typeof value === 'string'
  }
}

const NAMES: Readonly<Record<Form, string>> = {
  text: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  list: 'a list (write it as JSON)',
  object: 'an object (write it as JSON)',
}
