import { type Entry, type Network, studioOf } from '@slyglass/network'
import { resolveName } from '@slyglass/tools'

/** The entry that a name of a tool means: its own name, else its runtime name, else either in another letter case. */
export function findEntry(network: Network, name: string): Entry | undefined {
  const exact = network.entries.find((one) => one.name === name)
  if (exact !== undefined) return exact
  const named = network.entries
    .filter(({ isFrontMan }) => !isFrontMan)
    .map((entry) => ({ entry, name: entry.name, runtimeName: studioOf(network, entry)?.tool.runtimeName }))
  return resolveName(named, name)?.entry
}
