// Keeps a code editor's model and the store equal. Nothing here knows which editor it is.
import { type Disposable, disposable, type TextEdit } from '@slyglass/base'
import { differenceOf } from './difference-of.ts'
import type { DocumentStore } from './document-store.ts'
import { LineTable } from './line-table.ts'
import type { DocId, DocumentChange } from './transaction.ts'

export interface EditorRange {
  readonly startLineNumber: number
  readonly startColumn: number
  readonly endLineNumber: number
  readonly endColumn: number
}

export interface EditorEdit {
  readonly range: EditorRange
  readonly text: string
}

/** The part of an editor's model that binding needs. Its offsets are never used: it may hold other line ends. */
export interface EditorModel {
  getValue(): string
  applyEdits(edits: EditorEdit[]): unknown
  onDidChangeContent(listener: (event: { readonly changes: readonly EditorEdit[] }) => void): Disposable
}

/** A binding of one document to one model. */
export interface ModelBinding extends Disposable {
  /** Held back while a person composes a character; `compositionEnded` catches up. */
  compositionStarted(): void
  compositionEnded(): void
}

export function bindEditorModel(store: DocumentStore, doc: DocId, model: EditorModel): ModelBinding {
  let [fromModel, fromStore, composing] = [false, false, false]
  const caretRun = createCaretRun(doc)

  const write = (edits: EditorEdit[]) => {
    fromStore = true
    try {
      model.applyEdits(edits)
    } finally {
      fromStore = false
    }
  }
  const catchUp = () => {
    const held = model.getValue()
    const edit = differenceOf(new LineTable(held).normalised(), store.lines(doc).normalised())
    if (edit !== undefined) write([editorEdit(new LineTable(new LineTable(held).normalised()), edit)])
  }

  const typed = model.onDidChangeContent(({ changes }) => {
    if (fromStore) return
    const table = store.lines(doc)
    const edits = changes.map((change) => ({ doc, ...textEdit(table, change) }))
    fromModel = true
    try {
      store.apply({ label: 'typing', origin: 'typing', edits, group: caretRun(edits), selection: selectionOf(edits) })
    } finally {
      fromModel = false
    }
  })
  const followed = store.subscribe(({ changes }) => {
    if (fromModel || composing) return
    for (const change of changes) {
      if (change.doc !== doc) continue
      if (mapsPlainly(change, store.lines(doc))) write(change.edits.map((edit) => editorEdit(change.before, edit)))
      else catchUp()
    }
  })
  catchUp()
  return {
    compositionStarted: () => {
      composing = true
    },
    compositionEnded: () => {
      composing = false
      catchUp()
    },
    dispose: disposable(() => {
      typed.dispose()
      followed.dispose()
    }).dispose,
  }
}

const textEdit = (table: LineTable, { range, text }: EditorEdit): TextEdit => ({
  from: table.offsetAt({ lineNumber: range.startLineNumber, column: range.startColumn }),
  to: table.offsetAt({ lineNumber: range.endLineNumber, column: range.endColumn }),
  text,
})

function editorEdit(table: LineTable, edit: TextEdit): EditorEdit {
  const [start, end] = [table.positionAt(edit.from), table.positionAt(edit.to)]
  return {
    range: {
      startLineNumber: start.lineNumber,
      startColumn: start.column,
      endLineNumber: end.lineNumber,
      endColumn: end.column,
    },
    text: edit.text,
  }
}

/** False where a line break could be cut or made by an edit's neighbours; then the texts are compared instead. */
function mapsPlainly({ before, edits }: DocumentChange, after: LineTable): boolean {
  if (before.hasLoneReturns() || after.hasLoneReturns()) return false
  const cuts = (offset: number) => before.text[offset - 1] === '\r' && before.text[offset] === '\n'
  return edits.every((edit) => !cuts(edit.from) && !cuts(edit.to) && !edit.text.endsWith('\r'))
}

function selectionOf(edits: readonly (TextEdit & { readonly doc: DocId })[]) {
  const first = edits.reduce((a, b) => (a.from <= b.from ? a : b))
  return { kind: 'editor', doc: first.doc, from: first.from, to: first.from } as const
}

/**
 * Names the run of typing that edits belong to. A run goes on while edits touch what it wrote (an editor may close a
 * bracket behind the caret); it ends at a line break and where the caret jumped.
 */
function createCaretRun(doc: DocId) {
  let [run, from, to] = [0, -1, -1]
  return (edits: readonly TextEdit[]): string => {
    const [edit] = edits
    const follows = edits.length === 1 && edit !== undefined && edit.from <= to && edit.to >= from
    if (!follows) run += 1
    const name = `typing ${doc} ${run}`
    if (edit === undefined || edits.length > 1) [from, to] = [-1, -1]
    else {
      const grown = edit.text.length - (edit.to - edit.from)
      const [start, end] = follows ? [Math.min(from, edit.from), Math.max(to, edit.to)] : [edit.from, edit.to]
      ;[from, to] = [start, end + grown]
    }
    if (edits.some((each) => /[\r\n]/.test(each.text))) [run, from, to] = [run + 1, -1, -1]
    return name
  }
}
