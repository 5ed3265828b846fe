import { jsonAt } from '@slyglass/base'
import type { Entry, Network } from '@slyglass/network'

/** By the nearest `studio.mocks`, under either of its names; null there takes a mock of the network away. */
export function isMocked(network: Network, { name, json }: Entry): boolean {
  const runtimeName = jsonAt(json, 'studio', 'runtime_name')
  const names = typeof runtimeName === 'string' ? [runtimeName, name] : [name]
  return names.some((each) => {
    const own = jsonAt(json, 'studio', 'mocks', each)
    return (own === undefined ? jsonAt(network.json, 'studio', 'mocks', each) : own) != null
  })
}
