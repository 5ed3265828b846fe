// Where a key of `studio` is written that counts at an entry: there, else at the network.
import { type HoconValue, valueAt } from '@slyglass/hocon'
import type { SourceRange } from '../model.ts'
import type { NetworkInput } from '../network-source.ts'
import { readNetworkSource } from '../read-network.ts'

/** A key under `studio`, and perhaps the item of its list that is meant. */
export interface StudioKey {
  readonly path: readonly string[]
  readonly item?: string
  readonly entry?: string
}

/** Reads a network once and tells of keys where each is written; undefined where only a default or a definition says it. */
export function studioPlaces(input: NetworkInput): (key: StudioKey) => SourceRange | undefined {
  const source = readNetworkSource(input)
  const root = source.evaluation.value
  const values = new Map(source.entries.map(({ entry, value }) => [entry.name, value]))
  return ({ path, item, entry }) => {
    const own = entry === undefined ? undefined : values.get(entry)
    const written = [own, root].map((value) => valueAt(value, 'studio', ...path)).find((value) => value !== undefined)
    return written === undefined ? undefined : placeOf(written, item)
  }
}

function placeOf(value: HoconValue, item: string | undefined): SourceRange {
  const items = value.kind === 'list' ? value.items : []
  const found = items.find((one) => one.kind === 'string' && one.text === item)
  return (found ?? value).origin.place
}
