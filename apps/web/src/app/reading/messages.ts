// What the page and the reading worker say to each other. Plain data only: it is copied between threads.
import type { Diagnostic, DocumentEdit, FieldSource, Network, NetworkEdit, SourceRange } from '@slyglass/network'

/** Texts to read a network from: its own file and the includes that are known. */
export interface ReadingInput {
  readonly network: string
  readonly file: string
  readonly texts: Readonly<Record<string, string>>
  /** Paths that lead out of the project, which is not the same as missing. */
  readonly outside?: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Names of all networks of the project, which references may lead to. */
  readonly networks: readonly string[]
  /** Classes whose source brings a description of its own. */
  readonly described?: readonly string[]
}

export type ReadingRequest =
  | { readonly kind: 'read'; readonly id: number; readonly input: ReadingInput }
  | { readonly kind: 'plan'; readonly id: number; readonly input: ReadingInput; readonly edit: NetworkEdit }
  | {
      readonly kind: 'origins'
      readonly id: number
      readonly input: ReadingInput
      readonly entry: string
      readonly paths: readonly (readonly string[])[]
    }
  | { readonly kind: 'users'; readonly id: number; readonly inputs: readonly ReadingInput[]; readonly at: SourceRange }

/** A network and how much of its text was understood. */
export interface Reading {
  readonly network: Network
  /** True when the text cannot be read as HOCON, so that `network` holds only a part. */
  readonly broken: boolean
}

export interface PlanFault {
  readonly code: string
  readonly message: string
}

export type ReadingAnswer =
  /** What is wrong comes before the network that it was found in: it is short, and looked for first. */
  | { readonly kind: 'diagnostics'; readonly id: number; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'read'; readonly id: number; readonly reading: Reading }
  | { readonly kind: 'plan'; readonly id: number; readonly edits: readonly DocumentEdit[] }
  | { readonly kind: 'origins'; readonly id: number; readonly sources: readonly (FieldSource | undefined)[] }
  | {
      readonly kind: 'users'
      readonly id: number
      readonly networks: readonly string[]
      readonly missing: readonly string[]
    }
  | { readonly kind: 'fault'; readonly id: number; readonly fault: PlanFault }
