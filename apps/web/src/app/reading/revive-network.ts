import { isJsonList, isJsonObject, type Json, JsonNumber, type JsonObject } from '@slyglass/base'
import type { Entry, Network } from '@slyglass/network'

/** A network that was copied between threads: copying turns exact numbers into bare objects, this turns them back. */
export function reviveNetwork(network: Network): Network {
  const entries = network.entries.map(reviveEntry)
  const frontMan = network.frontMan === undefined ? undefined : entries[network.frontMan.index]
  return {
    ...network,
    entries,
    ...(frontMan === undefined ? {} : { frontMan }),
    ...(network.llmConfig === undefined ? {} : { llmConfig: reviveObject(network.llmConfig) }),
    json: reviveJson(network.json),
  }
}

const EXACT = ['json', 'parameters', 'args', 'allow', 'llmConfig'] as const

function reviveEntry(entry: Entry): Entry {
  const revived = EXACT.flatMap((key) => {
    const value = entry[key]
    return value === undefined ? [] : [[key, reviveObject(value)]]
  })
  return { ...entry, ...Object.fromEntries(revived) }
}

const reviveObject = (value: JsonObject): JsonObject =>
  new Map([...value].map(([key, part]) => [key, reviveJson(part)]))

/** A value that was copied between threads. */
export function reviveJson(value: Json): Json {
  if (isJsonList(value)) return value.map(reviveJson)
  if (isJsonObject(value)) return reviveObject(value)
  if (value !== null && typeof value === 'object' && !(value instanceof JsonNumber))
    return new JsonNumber(textOf(value))
  return value
}

const textOf = (copied: { readonly text: string }) => copied.text
