// Whose call it is: the `user_id` among what its tool is told of shared values.
import { isJsonObject, JsonNumber, type JsonObject, jsonAt, printJson } from '@slyglass/base'
import { type Entry, layOver } from '@slyglass/network'
import { redactJson } from '@slyglass/tools'
import type { Forms } from '../forms.ts'
import type { ToolRules } from './discipline.ts'
import type { RuledAgent } from './ruled-agent.ts'

const KEY = 'user_id'

/** As it may be written; nothing where no person is told. What the entries write counts over what is shared. */
export function userOf(
  { discipline, values }: RuledAgent,
  entry: Entry,
  rules: ToolRules | undefined,
  shared: Forms<JsonObject> = values.now,
): { readonly userId?: string } {
  const entries = rules === undefined ? [entry] : [entry, rules.tool.entry]
  const own = entries.map((one) => jsonAt(one.json, 'studio', 'deps')).filter(isJsonObject)
  const { redact } = rules?.studio ?? discipline.studio
  const told = jsonAt(redactJson(own.reduce<JsonObject>(layOver, shared.logged), redact), KEY)
  if (told instanceof JsonNumber) return { userId: printJson(told) }
  return typeof told === 'string' && told !== '' ? { userId: told } : {}
}
