// Arguments that do not fit: what is wrong where, and the lines of the arguments with the failing ones marked.
import { isJsonList, isJsonObject, type Json, jsonAt, parseJson, printJson } from '@slyglass/base'
import type { Failure } from '@slyglass/run-log'

/** One thing that is wrong, as the check told it. */
export interface ArgumentFault {
  readonly path: string
  readonly text: string
  readonly missing: boolean
}

/** A line of laid-out arguments; with `fault` it is one that does not fit. */
export interface ArgumentLine {
  readonly path: string
  readonly text: string
  readonly fault?: string
}

/** Codes of calls whose arguments did not fit. */
const CODES: ReadonlySet<string> = new Set(['invalid-arguments', 'invalid-json'])

export const isArgumentFailure = (failure: Failure | undefined): boolean =>
  failure !== undefined && CODES.has(failure.code)

/** What the check found; nothing where it told no places. */
export function faultsOf(failure: Failure | undefined): readonly ArgumentFault[] {
  const parsed = parseJson(failure?.detail ?? 'null')
  const errors = parsed.ok ? jsonAt(parsed.value, 'errors') : undefined
  if (!isArgumentFailure(failure) || !isJsonList(errors)) return []
  return errors.flatMap((error) => {
    const path = jsonAt(error, 'path')
    return typeof path === 'string'
      ? [{ path, text: wordsOf(error), missing: jsonAt(error, 'kind') === 'missing' }]
      : []
  })
}

function wordsOf(error: Json): string {
  const at = (key: string) => jsonAt(error, key)
  const expected = at('expected')
  const wanted = isJsonList(expected) ? expected.map(plain).join(', ') : plain(expected)
  switch (at('kind')) {
    case 'missing':
      return 'is missing'
    case 'type':
      return `is ${plain(at('actual'))}, expected ${wanted}`
    case 'enum':
      return `is ${plain(at('actual'))}, expected one of ${wanted}`
    default:
      return plain(at('message'))
  }
}

function plain(value: Json | undefined): string {
  return typeof value === 'string' ? value : value === undefined ? '' : printJson(value)
}

/** The arguments line by line. What is missing stands at the end of the object that lacks it. */
export function linesOf(args: string, faults: readonly ArgumentFault[]): readonly ArgumentLine[] | undefined {
  const parsed = parseJson(args)
  if (!parsed.ok || faults.length === 0) return undefined
  return [...lines(parsed.value, { path: '', indent: '', lead: '', tail: '' }, faults)]
}

interface Place {
  readonly path: string
  readonly indent: string
  readonly lead: string
  readonly tail: string
}

function* lines(value: Json, place: Place, faults: readonly ArgumentFault[]): Generator<ArgumentLine> {
  const { path, indent, lead, tail } = place
  const own = faults.find((fault) => fault.path === path && !fault.missing)
  const told = own === undefined ? {} : { fault: own.text }
  const parts = partsOf(value)
  const absent = faults.filter((fault) => fault.missing && parentOf(fault.path) === path)
  if (parts === undefined || (parts.length === 0 && absent.length === 0)) {
    yield { path, text: `${indent}${lead}${printJson(value)}${tail}`, ...told }
    return
  }
  const [open, close] = isJsonList(value) ? ['[', ']'] : ['{', '}']
  yield { path, text: `${indent}${lead}${open}`, ...told }
  const inner = `${indent}  `
  for (const [index, [name, key, part]] of parts.entries()) {
    const comma = index < parts.length - 1 ? ',' : ''
    yield* lines(part, { path: join(path, name), indent: inner, lead: key, tail: comma }, faults)
  }
  for (const fault of absent)
    yield { path: fault.path, text: `${inner}${printJson(fault.path.split('.').at(-1) ?? '')}: `, fault: fault.text }
  yield { path, text: `${indent}${close}${tail}` }
}

function partsOf(value: Json): readonly (readonly [string, string, Json])[] | undefined {
  if (isJsonObject(value)) return [...value].map(([name, part]) => [name, `${printJson(name)}: `, part] as const)
  return isJsonList(value) ? value.map((part, index) => [`[${index}]`, '', part] as const) : undefined
}

function join(path: string, name: string): string {
  return path === '' || name.startsWith('[') ? `${path}${name}` : `${path}.${name}`
}

const parentOf = (path: string): string => path.split('.').slice(0, -1).join('.')
