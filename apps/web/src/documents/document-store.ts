import { applyTextEdits, type Disposable, disposable, invertTextEdits, type TextEdit } from '@slyglass/base'
import type { DocumentEdit } from '@slyglass/network'
import { differenceOf } from './difference-of.ts'
import { fitLineBreaks } from './fit-line-breaks.ts'
import { History, type HistoryLimits } from './history.ts'
import { LineTable } from './line-table.ts'
import type { DocId, DocumentChange, Origin, StoreChange, Transaction, ViewSelection } from './transaction.ts'

const BOM = '\uFEFF'
const LIMITS: HistoryLimits = { entries: 1_000, characters: 20_000_000 }

interface OpenDocument {
  readonly bom: boolean
  readonly table: LineTable
  readonly version: number
  readonly savedVersion: number
  readonly savedText: string
  readonly hash: string | null
}

/** What undo or redo did. */
export interface Moved {
  readonly label: string
  readonly selection?: ViewSelection
}

interface StoreOptions {
  /** Milliseconds of any clock; groups of the history are cut by it. */
  now(): number
  readonly limits?: HistoryLimits
}

/** Exact texts of all open documents, and one undo history over them. Views send edits here and follow it. */
export class DocumentStore {
  readonly #documents = new Map<DocId, OpenDocument>()
  readonly #listeners = new Set<(change: StoreChange) => void>()
  readonly #history: History
  readonly #now: () => number

  constructor(options: StoreOptions) {
    this.#now = options.now
    this.#history = new History(options.limits ?? LIMITS)
  }

  /** Opens a document as it lies on disk. A byte-order mark is remembered and not part of the text. */
  open(doc: DocId, fileText: string, hash: string | null): void {
    if (this.#documents.has(doc)) return
    const bom = fileText.startsWith(BOM)
    const text = bom ? fileText.slice(1) : fileText
    this.#documents.set(doc, { bom, table: new LineTable(text), version: 1, savedVersion: 1, savedText: text, hash })
    this.#tell({ origin: 'disk', label: `open ${doc}`, changes: [] })
  }

  has(doc: DocId): boolean {
    return this.#documents.has(doc)
  }

  docs(): readonly DocId[] {
    return [...this.#documents.keys()]
  }

  text(doc: DocId): string {
    return this.#get(doc).table.text
  }

  /** The text as it is written to disk, with its byte-order mark. */
  fileText(doc: DocId): string {
    const { bom, table } = this.#get(doc)
    return bom ? BOM + table.text : table.text
  }

  lines(doc: DocId): LineTable {
    return this.#get(doc).table
  }

  version(doc: DocId): number {
    return this.#get(doc).version
  }

  savedVersion(doc: DocId): number {
    return this.#get(doc).savedVersion
  }

  /** The text that the file had when it was last read or saved. */
  savedText(doc: DocId): string {
    return this.#get(doc).savedText
  }

  /** Hash of the saved text as the server gave it; null for a file that is not there yet. */
  hash(doc: DocId): string | null {
    return this.#get(doc).hash
  }

  isDirty(doc: DocId): boolean {
    const { table, savedText } = this.#get(doc)
    return table.text !== savedText
  }

  /**
   * Applies a transaction and records it. False when it changes nothing.
   * @throws RangeError when its edits overlap or lie outside a text.
   */
  apply(transaction: Transaction): boolean {
    const exact = transaction.origin === 'disk' || transaction.origin === 'undo'
    const edits = exact ? transaction.edits : transaction.edits.map((edit) => this.#fit(edit))
    const changing = edits.filter((edit) => this.text(edit.doc).slice(edit.from, edit.to) !== edit.text)
    if (changing.length === 0) return false
    const inverse = this.#write(changing, transaction.origin, transaction.label, transaction.selection)
    this.#history.record(transaction, { edits: changing, inverse }, this.#now())
    return true
  }

  /** Takes back the last step. */
  undo(): Moved | undefined {
    const entry = this.#history.takeUndo()
    if (entry === undefined) return undefined
    for (const step of [...entry.steps].reverse()) this.#write(step.inverse, 'undo', entry.label, entry.selection)
    return { label: entry.label, ...(entry.selection === undefined ? {} : { selection: entry.selection }) }
  }

  /** Does the last undone step again. */
  redo(): Moved | undefined {
    const entry = this.#history.takeRedo()
    if (entry === undefined) return undefined
    for (const step of entry.steps) this.#write(step.edits, 'undo', entry.label, entry.selection)
    return { label: entry.label, ...(entry.selection === undefined ? {} : { selection: entry.selection }) }
  }

  get undoLabel(): string | undefined {
    return this.#history.nextUndo?.label
  }

  get redoLabel(): string | undefined {
    return this.#history.nextRedo?.label
  }

  /** Ends the running group of edits: at a save, a change of focus, a jump of the caret. */
  closeGroup(): void {
    this.#history.closeGroup()
  }

  /** The file on disk now has this text. */
  markSaved(doc: DocId, fileText: string, hash: string): void {
    const present = this.#get(doc)
    const savedText = fileText.startsWith(BOM) ? fileText.slice(1) : fileText
    this.#documents.set(doc, { ...present, savedText, savedVersion: present.version, hash })
    this.closeGroup()
    this.#tell({ origin: 'disk', label: `save ${doc}`, changes: [] })
  }

  /** Another program wrote the file: its text becomes the document's, as a step that undo takes back. */
  takeDisk(doc: DocId, fileText: string, hash: string): void {
    const text = fileText.startsWith(BOM) ? fileText.slice(1) : fileText
    const edit = differenceOf(this.text(doc), text)
    this.closeGroup()
    if (edit !== undefined) this.apply({ label: `${doc} changed on disk`, origin: 'disk', edits: [{ doc, ...edit }] })
    this.markSaved(doc, fileText, hash)
  }

  subscribe(listener: (change: StoreChange) => void): Disposable {
    this.#listeners.add(listener)
    return disposable(() => this.#listeners.delete(listener))
  }

  #get(doc: DocId): OpenDocument {
    const found = this.#documents.get(doc)
    if (found === undefined) throw new Error(`document ${doc} is not open`)
    return found
  }

  #fit(edit: DocumentEdit): DocumentEdit {
    return { doc: edit.doc, ...fitLineBreaks(edit, this.lines(edit.doc)) }
  }

  #write(
    edits: readonly DocumentEdit[],
    origin: Origin,
    label: string,
    selection?: ViewSelection,
  ): readonly DocumentEdit[] {
    const perDocument = groupByDocument(edits)
    const inverse: DocumentEdit[] = []
    const changes = [...perDocument].map(([doc, own]): DocumentChange => {
      const before = this.#get(doc)
      const sorted: readonly TextEdit[] = [...own].sort((a, b) => a.from - b.from || a.to - b.to)
      inverse.push(...invertTextEdits(before.table.text, sorted).map((edit) => ({ doc, ...edit })))
      const table = new LineTable(applyTextEdits(before.table.text, sorted))
      const version = before.version + 1
      this.#documents.set(doc, { ...before, table, version })
      return { doc, edits: sorted, before: before.table, version }
    })
    this.#tell({ origin, label, changes, ...(selection === undefined ? {} : { selection }) })
    return inverse
  }

  #tell(change: StoreChange): void {
    for (const listener of [...this.#listeners]) listener(change)
  }
}

function groupByDocument(edits: readonly DocumentEdit[]): ReadonlyMap<DocId, readonly DocumentEdit[]> {
  const groups = new Map<DocId, DocumentEdit[]>()
  for (const edit of edits) groups.set(edit.doc, [...(groups.get(edit.doc) ?? []), edit])
  return groups
}
