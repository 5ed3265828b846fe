// The whole of JSON Schema, by ajv. It writes code for each schema, so it runs on the server only.
import { fromJson, isJsonObject, type Json, type JsonObject, jsonAt, printJson } from '@slyglass/base'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { ArgumentError } from './argument-error.ts'
import { typeName } from './nous-profile.ts'

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  validateFormats: false,
  verbose: true,
  logger: false,
  messages: true,
})
const compiled = new Map<string, ValidateFunction>()
const MOST = 500

/** What is wrong with arguments by the whole schema. Throws an Error when the schema itself cannot be used. */
export function checkStrictly(schema: JsonObject, args: JsonObject): readonly ArgumentError[] {
  const validate = compile(schema)
  if (validate(fromJson(args))) return []
  const errors = (validate.errors ?? []).map((error) => readError(error, args))
  const missing = errors.filter((error) => error.kind === 'missing')
  const seen = new Set<string>()
  const others = errors.filter((error) => {
    const text = JSON.stringify(error)
    return error.kind !== 'missing' && !seen.has(text) && seen.add(text) !== undefined
  })
  return [...inSchemaOrder(schema, missing), ...others]
}

function compile(schema: JsonObject): ValidateFunction {
  const text = printJson(withoutIdentity(schema))
  const known = compiled.get(text)
  if (known !== undefined) return known
  const made = ajv.compile(fromJson(withoutIdentity(schema)) as object)
  if (compiled.size >= MOST) compiled.clear()
  compiled.set(text, made)
  return made
}

/** Two tools may have schemas of one `$id`, and drafts are near enough to be read as the newest. */
function withoutIdentity(schema: JsonObject): JsonObject {
  return new Map([...schema].filter(([key]) => key !== '$schema' && key !== '$id'))
}

function inSchemaOrder(schema: JsonObject, missing: readonly ArgumentError[]): readonly ArgumentError[] {
  const required = schema.get('required')
  const order = Array.isArray(required) ? required : []
  const place = (error: ArgumentError) => {
    const index = order.indexOf(error.path)
    return index < 0 ? order.length : index
  }
  return [...missing].sort((a, b) => place(a) - place(b))
}

function readError(error: ErrorObject, args: JsonObject): ArgumentError {
  const path = pathText(error.instancePath)
  const value = valueAt(args, error.instancePath)
  const actual = printJson(value)
  if (error.keyword === 'required') {
    const name = String(error.params.missingProperty)
    return { kind: 'missing', path: path === '' ? name : `${path}.${name}` }
  }
  if (error.keyword === 'type')
    return { kind: 'type', path, expected: [error.params.type].flat().join(' or '), actual: typeName(value) }
  if (error.keyword === 'enum') {
    const allowed: readonly unknown[] = error.params.allowedValues
    return { kind: 'enum', path, expected: allowed.map((one) => JSON.stringify(one)), actual }
  }
  if (error.keyword === 'additionalProperties') {
    const name = String(error.params.additionalProperty)
    const at = path === '' ? name : `${path}.${name}`
    const sent = isJsonObject(value) ? value.get(name) : undefined
    return { kind: 'rule', path: at, message: 'is not declared', actual: printJson(sent ?? null) }
  }
  return { kind: 'rule', path: path === '' ? 'arguments' : path, message: error.message ?? error.keyword, actual }
}

function steps(pointer: string): readonly string[] {
  return pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function pathText(pointer: string): string {
  return steps(pointer).reduce((path, step) => {
    if (/^\d+$/.test(step)) return `${path}[${step}]`
    return path === '' ? step : `${path}.${step}`
  }, '')
}

function valueAt(args: JsonObject, pointer: string): Json {
  let at: Json | undefined = args
  for (const step of steps(pointer)) at = Array.isArray(at) ? at[Number(step)] : jsonAt(at, step)
  return at ?? null
}
