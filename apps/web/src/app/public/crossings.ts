// Which private keys may cross the network's boundary, read from its allow rules. Keys only; values never come here.
import { isJsonList, isJsonObject, type JsonObject, jsonAt } from '@slyglass/base'
import { crossKeys, type Entry, type Network } from '@slyglass/network'
import type { ToolSourceReply } from '@slyglass/protocol'

export interface Crossing {
  /** `client`, or the network outside. */
  readonly peer: string
  readonly caller: string
  readonly keys: readonly { readonly key: string; readonly as: string }[]
}

/** Rules of `allow` by direction, weaker ones first. */
export const OUT = ['sly_data', 'to_downstream.sly_data']
export const BACK = ['from_downstream.sly_data']
export const UP = ['to_upstream.sly_data']

/** Every private key that the network speaks of: its schema, its tools' sources, its allow rules. */
export function privateKeys(network: Network, tools: readonly ToolSourceReply[]): readonly string[] {
  const schema = jsonAt(network.frontMan?.json, 'function', 'sly_data_schema', 'properties')
  const named = network.entries.flatMap((entry) =>
    [...OUT, ...BACK, ...UP].flatMap((path) => keysAt(entry.allow, path)),
  )
  const keys = [...(isJsonObject(schema) ? schema.keys() : []), ...tools.flatMap((tool) => tool.slyKeys), ...named]
  return [...new Set(keys)]
}

/** Gates outwards: from the front man to the client, and from each caller to each network outside. */
export function findCrossings(network: Network, keys: readonly string[]): readonly Crossing[] {
  const { frontMan } = network
  const toClient =
    frontMan === undefined
      ? []
      : [{ peer: 'client', caller: frontMan.name, keys: crossKeys(frontMan.allow, UP, keys).passed }]
  const toNetworks = network.entries.flatMap((entry) =>
    peersOf(entry).map((peer) => ({ peer, caller: entry.name, keys: crossKeys(entry.allow, OUT, keys).passed })),
  )
  return [...toClient, ...toNetworks]
}

/** Networks outside that an entry calls. */
export const peersOf = (entry: Entry): readonly string[] =>
  entry.tools.flatMap((reference) => (reference.kind === 'network' ? [reference.name] : []))

function keysAt(allow: JsonObject | undefined, path: string): readonly string[] {
  const rule = jsonAt(allow, ...path.split('.'))
  if (isJsonList(rule)) return rule.filter((key): key is string => typeof key === 'string')
  return isJsonObject(rule) ? [...rule.keys()] : []
}
