import { isJsonObject, type JsonObject, printJson } from '@slyglass/base'
import type { ArgumentError } from './argument-error.ts'
import { checkLikeNous } from './nous-profile.ts'
import { plainSchema, withoutUnsent } from './plain-schema.ts'
import { checkStrictly } from './strict-profile.ts'

/** How closely arguments are looked at. */
export type ValidationProfile = 'strict' | 'nous' | 'off'

/** What is wrong with a call's arguments, and the schema to tell back. */
export interface Validation {
  readonly errors: readonly ArgumentError[]
  readonly schema: string
}

/** Checks arguments by the author's schema. A schema that cannot be used at all is an error of its own. */
export function validateArguments(
  profile: ValidationProfile,
  parameters: JsonObject | undefined,
  args: JsonObject,
): Validation {
  if (profile === 'off' || parameters === undefined || parameters.size === 0) return { errors: [], schema: '{}' }
  const schema = plainSchema(parameters)
  const told = printJson(schema)
  if (!isJsonObject(schema)) return { errors: [], schema: told }
  const sent = withoutUnsent(schema, args)
  const object = isJsonObject(sent) ? sent : args
  if (profile === 'nous') return { errors: checkLikeNous(schema, object), schema: told }
  try {
    return { errors: checkStrictly(schema, object), schema: told }
  } catch (error) {
    const message = `the schema cannot be used: ${error instanceof Error ? error.message : String(error)}`
    return { errors: [{ kind: 'rule', path: 'arguments', message, actual: printJson(args) }], schema: told }
  }
}
