import type { JsonObject } from '@slyglass/base'
import { type Entry, type Network, studioOf } from '@slyglass/network'
import { resolveName } from '@slyglass/tools'

/** What definitions in code say of their tools, by entry. */
type Settings = ReadonlyMap<string, { readonly settings: JsonObject }>

function runtimeNameIn(network: Network, entry: Entry, described: Settings | undefined): string | undefined {
  return studioOf(network, entry, described?.get(entry.name)?.settings)?.tool.runtimeName
}

/** The entry that a name of a tool means: its own name, else its runtime name, else either in another letter case. */
export function findEntry(network: Network, name: string, described?: Settings): Entry | undefined {
  const exact = network.entries.find((one) => one.name === name)
  if (exact !== undefined) return exact
  const named = network.entries
    .filter(({ isFrontMan }) => !isFrontMan)
    .map((entry) => ({ entry, name: entry.name, runtimeName: runtimeNameIn(network, entry, described) }))
  return resolveName(named, name)?.entry
}
