import type { Network } from '@slyglass/network'

/** A name that no entry has yet. */
export function freeName(network: Network, wish: string): string {
  const taken = new Set(network.entries.map((entry) => entry.name))
  let name = wish
  for (let number = 2; taken.has(name); number += 1) name = `${wish}_${number}`
  return name
}
