// Whose tool a command means.
import { commandCallers, type Entry, type Network, type Reference } from '@slyglass/network'
import { modelName } from '@slyglass/tools'
import { findEntry } from '../find-entry.ts'

/** The agent that a command calls a tool for, with that tool alone; undefined where no entry has the name. */
export function callerByName(network: Network, name: string): Entry | undefined {
  // A definition in code may have dots in its name, and then stands here under the other one.
  const entry = findEntry(network, name) ?? findEntry(network, modelName(name))
  if (entry === undefined || entry.isFrontMan) return undefined
  const caller = commandCallers(network).find(({ tools }) => tools.some((one) => one.name === entry.name))
  const reference: Reference = { name: entry.name, kind: 'entry' }
  return caller === undefined ? undefined : { ...caller, tools: [reference] }
}
