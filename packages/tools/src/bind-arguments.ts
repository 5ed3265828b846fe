import { err, isJsonObject, type JsonObject, ok, type Result } from '@slyglass/base'
import { overlay } from '@slyglass/network'
import { isPythonName } from './function-schema.ts'
import { type ArgumentFault, laxParts } from './lax-value.ts'
import type { Parameter } from './parameter.ts'

/**
 * What a tool receives: every declared parameter in declared order (unsent ones null), undeclared ones dropped, and the
 * entry's fixed `args` on top. A name that Python cannot take is passed on only when the model sent it all the same.
 */
export function bindArguments(
  parameters: readonly Parameter[],
  sent: JsonObject,
  fixed: JsonObject | undefined,
): Result<JsonObject, readonly ArgumentFault[]> {
  const asked = parameters.filter((part) => isPythonName(part.name) || sent.has(part.name))
  const read = laxParts(asked, sent, '')
  if (!read.ok) return err(read.error)
  const args: JsonObject = isJsonObject(read.value) ? read.value : new Map()
  if (fixed === undefined) return ok(args)
  const merged = overlay(args, fixed)
  return merged.ok ? merged : err([{ field: merged.error.key, reason: merged.error.message }])
}
