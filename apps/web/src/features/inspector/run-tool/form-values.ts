// The form of a tool's arguments: which fields its schema asks for, and the JSON that filled fields make.
import {
  err,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  ok,
  parseJson,
  printJson,
  type Result,
} from '@slyglass/base'
import { typesOf } from '@slyglass/network'
import { checkArguments } from '../../../app/public/arguments.ts'

/** One field. `choices` are texts as JSON; `json`: the value is written as JSON. */
export interface ArgumentField {
  readonly name: string
  readonly kind: 'text' | 'number' | 'choice' | 'json'
  readonly hint: string
  readonly description?: string
  readonly required: boolean
  readonly choices: readonly string[]
}

/** Fields of a schema, required ones first; undefined where it says nothing of its parameters. */
export function fieldsOf(schema: JsonObject | undefined): readonly ArgumentField[] | undefined {
  const properties = schema?.get('properties')
  if (!isJsonObject(properties)) return undefined
  const required = schema?.get('required')
  const needed = new Set(isJsonList(required) ? required : [])
  const fields = [...properties].map(([name, part]) =>
    fieldOf(name, isJsonObject(part) ? part : new Map(), needed.has(name)),
  )
  return [...fields.filter((field) => field.required), ...fields.filter((field) => !field.required)]
}

function fieldOf(name: string, schema: JsonObject, required: boolean): ArgumentField {
  const types = typesOf(schema)
  const [type] = types
  const told = schema.get('enum')
  const choices = isJsonList(told)
    ? told.map((choice) => printJson(choice))
    : type === 'boolean'
      ? ['true', 'false']
      : []
  const description = schema.get('description')
  return {
    name,
    kind: choices.length > 0 ? 'choice' : kindOf(types),
    hint: `${types.join(' or ') || 'any'}, ${required ? 'required' : 'optional'}`,
    ...(typeof description === 'string' && { description }),
    required,
    choices,
  }
}

function kindOf(types: readonly string[]): ArgumentField['kind'] {
  if (types.length !== 1) return 'json'
  if (types[0] === 'string') return 'text'
  return types[0] === 'integer' || types[0] === 'number' ? 'number' : 'json'
}

/** What stands in the fields, by name; an empty field is left out. */
export type FormTexts = Readonly<Record<string, string>>

/** The arguments that the fields make, or what is wrong by field; numbers keep the digits that were written. */
export function readForm(
  fields: readonly ArgumentField[],
  texts: FormTexts,
  schema: JsonObject | undefined,
): Result<JsonObject, ReadonlyMap<string, string>> {
  const faults = new Map<string, string>()
  const args = new Map<string, Json>()
  for (const field of fields) {
    const text = texts[field.name] ?? ''
    // Nobody knows of an empty field whether an empty text is meant, so none is sent.
    if (text === '') {
      if (field.required) faults.set(field.name, MISSING[field.kind === 'text' ? 'text' : 'other'])
      continue
    }
    const value = valueIn(field, text)
    if (value === undefined) faults.set(field.name, 'This is no JSON. Put text in quotes.')
    else args.set(field.name, value)
  }
  for (const { path, message } of checkArguments(schema, args)) {
    const name = path.split(/[.[]/)[0] ?? path
    if (!faults.has(name)) faults.set(name, name === path ? message : `${path} ${message}`)
  }
  return faults.size === 0 ? ok(args) : err(faults)
}

const MISSING = {
  text: 'It is required. Where an empty text is meant, write "" under JSON.',
  other: 'It is required.',
} as const

function valueIn({ kind }: ArgumentField, text: string): Json | undefined {
  if (kind === 'text') return text
  const parsed = parseJson(text.trim())
  return parsed.ok ? parsed.value : undefined
}

/** What fills the fields from arguments that were used before. */
export function textsOf(fields: readonly ArgumentField[], args: JsonObject): FormTexts {
  return Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const value = args.get(name)
      if (value === undefined) return []
      return [[name, kind === 'text' && typeof value === 'string' ? value : printJson(value)]]
    }),
  )
}

/** A private value as typed: JSON where it is some, else text. */
export function readTyped(text: string): Json {
  const parsed = parseJson(text.trim())
  return parsed.ok ? parsed.value : text
}
