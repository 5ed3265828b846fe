import { type Json, printJson, toJson } from '@slyglass/base'
import { sameValue } from '../same-value.ts'

/** What is wrong with a value, or undefined. */
export function differs(what: string, expected: Json | undefined, actual: unknown): string | undefined {
  const got = toJson(actual)
  if (sameValue(expected, got)) return undefined
  return `${what}: expected ${expected === undefined ? 'nothing' : printJson(expected)}, got ${printJson(got)}`
}

/** The first of several complaints. */
export function firstOf(...complaints: readonly (string | undefined)[]): string | undefined {
  return complaints.find((complaint) => complaint !== undefined)
}
