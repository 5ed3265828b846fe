import type { JsonObject } from '@slyglass/base'
import { type Entry, type Network, studioOf } from '@slyglass/network'
import { resolveName } from '@slyglass/tools'

/** What definitions in code say of their tools, by entry. */
type Settings = ReadonlyMap<string, { readonly settings: JsonObject }>

/**
 * The entry that a name of a tool means: its own name, else its runtime name, else either in another letter case. Tools that are
 * called as in neuro-san have the one name that they have there.
 */
export function findEntry(network: Network, name: string, described?: Settings): Entry | undefined {
  const exact = network.entries.find((one) => one.name === name)
  if (exact !== undefined) return exact
  const named = network.entries.flatMap((entry) => {
    const studio = studioOf(network, entry, described?.get(entry.name)?.settings)
    if (entry.isFrontMan || studio?.disciplined !== true) return []
    return [{ entry, name: entry.name, runtimeName: studio.tool.runtimeName }]
  })
  return resolveName(named, name)?.entry
}
