import type { Evaluation, HoconObject } from '@slyglass/hocon'
import type { Filtered } from './filter-chain.ts'
import type { Entry, Network } from './model.ts'
import type { FoundReference } from './references.ts'

/** What a network is read from. Texts by path, relative to the project; includes may come later. */
export interface NetworkInput {
  /** The network's name, such as `basic/desk`. */
  readonly network: string
  readonly file: string
  readonly texts: Readonly<Record<string, string>>
  /** Paths that lead out of the project, which is not the same as missing. */
  readonly outside?: readonly string[]
  /** Environment variables that the network may see. */
  readonly env?: Readonly<Record<string, string>>
  /** Names of the networks in the same manifest, when known; `/name` references are checked against them. */
  readonly networks?: readonly string[]
  /** Classes whose source brings a description of its own; their entries need none. */
  readonly described?: readonly string[]
}

/** One entry and the values behind it. */
export interface EntrySource {
  readonly entry: Entry
  readonly value: HoconObject
  readonly references: readonly FoundReference[]
}

/** A network together with what its edits need to know. */
export interface NetworkSource {
  readonly network: Network
  readonly evaluation: Evaluation
  readonly filtered: Filtered
  readonly entries: readonly EntrySource[]
}
