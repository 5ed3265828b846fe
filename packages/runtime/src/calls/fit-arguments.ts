// Arguments held to the schema of their tool. Agents of the bub profile have them read leniently first, so that "2" is 2.
import type { JsonObject } from '@slyglass/base'
import { coerceArguments, validateArguments } from '@slyglass/tools'
import type { Forms } from '../forms.ts'
import { alike } from '../forms.ts'
import type { Discipline, ToolRules } from './discipline.ts'
import { isBub, type Misfit } from './told-failures.ts'

export type Fitted =
  | { readonly ok: true; readonly args: Forms<JsonObject> }
  | { readonly ok: false; readonly misfit: Misfit }

export function fitArguments(told: Pick<Discipline, 'studio'>, rules: ToolRules, args: Forms<JsonObject>): Fitted {
  const profile = rules.settings.validateArgs
  if (!isBub(told) || profile !== 'strict' || rules.schema === undefined) return fitAsWritten(rules, args)
  const read = coerceArguments(rules.schema, args.truth)
  if (!read.ok) return { ok: false, misfit: { errors: [], faults: read.error, schema: '{}' } }
  if (args.truth === args.logged) return fitAsWritten(rules, alike(read.value))
  // What is masked may not be readable; the log then has it as it was.
  const logged = coerceArguments(rules.schema, args.logged)
  return fitAsWritten(rules, { truth: read.value, logged: logged.ok ? logged.value : args.logged })
}

function fitAsWritten(rules: ToolRules, args: Forms<JsonObject>): Fitted {
  const { errors, schema } = validateArguments(rules.settings.validateArgs, rules.schema, args.truth)
  return errors.length === 0 ? { ok: true, args } : { ok: false, misfit: { errors, schema } }
}
