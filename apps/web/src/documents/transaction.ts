import type { TextEdit } from '@slyglass/base'
import type { DocumentEdit } from '@slyglass/network'
import type { LineTable } from './line-table.ts'

/** A document's name: its path relative to the project. */
export type DocId = string

/** Who asked for a change. `undo` covers redo too. */
export type Origin = 'canvas' | 'form' | 'typing' | 'disk' | 'undo'

/** What a step of the history was about; undo and redo bring it into view. */
export type ViewSelection =
  | { readonly kind: 'canvas'; readonly entries: readonly string[] }
  | { readonly kind: 'editor'; readonly doc: DocId; readonly from: number; readonly to: number }

/** One change over any number of documents. Offsets refer to the texts before it. */
export interface Transaction {
  /** What a person would say they did, such as `rename Accountant`. */
  readonly label: string
  readonly origin: Origin
  readonly edits: readonly DocumentEdit[]
  /** Transactions of one group that follow closely become one step of the history. */
  readonly group?: string
  readonly selection?: ViewSelection
}

/** What a transaction did to one document. */
export interface DocumentChange {
  readonly doc: DocId
  /** In order of offset; offsets refer to the text before. */
  readonly edits: readonly TextEdit[]
  readonly before: LineTable
  readonly version: number
}

/** What listeners of the store are told. */
export interface StoreChange {
  readonly origin: Origin
  readonly label: string
  readonly changes: readonly DocumentChange[]
  readonly selection?: ViewSelection
}
