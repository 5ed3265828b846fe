// Whose tool a command means.
import { type Entry, type Network, type Reference, studioOf } from '@slyglass/network'
import { modelName } from '@slyglass/tools'
import { findEntry } from '../find-entry.ts'

/**
 * The agent that a command calls a tool for, with that tool alone; undefined where no entry has the name. The front man comes
 * first. Where it takes commands, tools of the others are reached if they take them too.
 */
export function callerByName(network: Network, name: string): Entry | undefined {
  // A definition in code may have dots in its name, and then stands here under the other one.
  const entry = findEntry(network, name) ?? findEntry(network, modelName(name))
  if (entry === undefined || entry.isFrontMan) return undefined
  const caller = takers(network).find(({ tools }) => tools.some((one) => one.name === entry.name))
  const reference: Reference = { name: entry.name, kind: 'entry' }
  return caller === undefined ? undefined : { ...caller, tools: [reference] }
}

function takers(network: Network): readonly Entry[] {
  const { frontMan } = network
  if (frontMan === undefined) return []
  const isAsked = takesCommands(network, frontMan)
  const others = network.entries.filter((one) => one.kind === 'agent' && one.name !== frontMan.name)
  return [frontMan, ...others.filter((one) => !isAsked || takesCommands(network, one))]
}

function takesCommands(network: Network, agent: Entry): boolean {
  return studioOf(network, agent)?.commandPrefix !== undefined
}
