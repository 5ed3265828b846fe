import { isJsonObject, type Json, type JsonObject, printJson } from '@slyglass/base'
import { type Evaluation, evaluate, get, type HoconDiagnostic, jsonOf, type Profile } from '@slyglass/hocon'
import { sameValue } from './same-value.ts'
import type { Vector } from './vector.ts'

/** Stands for the folder that a vector's files lie in; it exists in no file system. */
const FOLDER = '/vector'

/** What came out of one vector: nothing when it does not count, else the reason why it failed. */
export type Outcome = 'not-counted' | 'passed' | { readonly failure: string }

/** Runs a vector. `exact` is the line that it was read from. */
export function checkVector(vector: Vector, exact: JsonObject, profile: Profile): Outcome {
  if (profile === 'neuro-san' && !exact.has('pyhocon')) return 'not-counted'
  const failure = profile === 'spec' ? specFailure(vector, exact) : runtimeFailure(vector, exact)
  return failure === undefined ? 'passed' : { failure }
}

function specFailure(vector: Vector, exact: JsonObject): string | undefined {
  const evaluation = run(vector, 'spec')
  const got = vector.get == null ? undefined : get(evaluation.value, vector.get.path, vector.get.as)
  const error = firstError(evaluation) ?? (got?.ok === false ? got.error : undefined)
  if (vector.expected_error != null) {
    if (error === undefined) return `expected an error of kind ${vector.expected_error.kind}, got none`
    return differentError(vector, vector.expected_error, error)
  }
  if (error !== undefined) return sayError(error)
  return differentValue(exact.get('expected_json'), got?.ok === true ? got.value : jsonOf(evaluation.value))
}

function differentError(
  vector: Vector,
  { kind, line }: NonNullable<Vector['expected_error']>,
  error: Pick<HoconDiagnostic, 'kind' | 'code' | 'message' | 'at'>,
): string | undefined {
  if (error.kind !== kind) return `expected an error of kind ${kind}, got ${error.kind}: ${error.message}`
  const text = error.at.doc === mainOf(vector) ? vector.input : (vector.files?.[error.at.doc] ?? '')
  const found = text.slice(0, error.at.from).split('\n').length
  return line == null || line === found
    ? undefined
    : `expected the error at line ${line}, got line ${found}: ${error.message}`
}

function runtimeFailure(vector: Vector, exact: JsonObject): string | undefined {
  const evaluation = run(vector, 'neuro-san')
  const error = firstError(evaluation)
  const wanted = exact.get('neuro_san') ?? exact.get('pyhocon')
  const expected =
    wanted === 'same' ? exact.get('expected_json') : isJsonObject(wanted) ? wanted.get('json') : undefined
  const value = jsonOf(evaluation.value)
  if (expected === undefined) return error === undefined ? `expected an error, got ${printJson(value)}` : undefined
  return error === undefined ? differentValue(expected, value) : sayError(error)
}

function run(vector: Vector, profile: Profile): Evaluation {
  const here = (text: string) => text.replaceAll('@DIR@', FOLDER)
  const files = new Map(Object.entries(vector.files ?? {}).map(([path, text]) => [path, here(text)]))
  const options = {
    profile,
    doc: mainOf(vector),
    read: (path: string) => files.get(path.startsWith(`${FOLDER}/`) ? path.slice(FOLDER.length + 1) : path),
    list: () => [...files.keys()],
    env: (name: string) => (Object.hasOwn(vector.env ?? {}, name) ? vector.env?.[name] : undefined),
  }
  return evaluate(here(vector.input), options, vector.fallback ?? undefined)
}

const mainOf = ({ filename }: Vector): string => filename ?? 'main.conf'

function firstError({ diagnostics }: Evaluation): HoconDiagnostic | undefined {
  return diagnostics.find(({ severity }) => severity === 'error')
}

function sayError({ kind, message }: Pick<HoconDiagnostic, 'kind' | 'message'>): string {
  return `expected a value, got an error of kind ${kind}: ${message}`
}

function differentValue(expected: Json | undefined, actual: Json): string | undefined {
  if (sameValue(expected, actual)) return undefined
  return `expected ${expected === undefined ? 'nothing' : printJson(expected)}, got ${printJson(actual)}`
}
