// What an entry says itself, without what every entry of its network gets.
import type { JsonObject } from '@slyglass/base'
import { jsonOf, valueAt } from '@slyglass/hocon'
import { applyCommondefs } from './commondefs.ts'
import { Growth } from './growth.ts'
import type { NetworkInput } from './network-source.ts'
import { evaluateInput } from './read-network.ts'

/** The fields of the entry at `index` as they are written, in an include or with a common definition, too. */
export function ownFields(input: NetworkInput, index: number): JsonObject {
  const root = evaluateInput(input).value
  const written = valueAt(root, 'tools')
  const tools = written === undefined ? undefined : applyCommondefs(root, written, new Growth())
  const json = tools?.kind === 'list' && tools.items[index] !== undefined ? jsonOf(tools.items[index]) : undefined
  return json instanceof Map ? json : new Map()
}
