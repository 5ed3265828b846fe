// Between places of the document store and those of the code editor: always by line and column.
import type { TextRange } from '@slyglass/base'
import type { editor, IRange, Position } from 'monaco-editor/editor/editor.api.js'
import { useWorkspace } from '../../../app/public/workspace.ts'
import type { LineTable } from '../../../documents/index.ts'
import { monaco } from '../monaco-setup.ts'

const SCHEME = 'project'

export const uriOf = (doc: string) => monaco.Uri.from({ scheme: SCHEME, path: `/${doc}` })

/** The document that a model shows; undefined for models that belong to no document. */
export function docOf(model: Pick<editor.ITextModel, 'uri'>): string | undefined {
  const doc = model.uri.path.slice(1)
  return model.uri.scheme === SCHEME && useWorkspace.getState().store.has(doc) ? doc : undefined
}

export const linesOf = (doc: string): LineTable => useWorkspace.getState().store.lines(doc)

export const offsetAt = (doc: string, position: Pick<Position, 'lineNumber' | 'column'>): number =>
  linesOf(doc).offsetAt(position)

export function rangeOf(lines: LineTable, { from, to }: TextRange): IRange {
  const [start, end] = [lines.positionAt(from), lines.positionAt(to)]
  return {
    startLineNumber: start.lineNumber,
    startColumn: start.column,
    endLineNumber: end.lineNumber,
    endColumn: end.column,
  }
}

export const textRangeOf = (doc: string, range: IRange): TextRange => ({
  from: offsetAt(doc, { lineNumber: range.startLineNumber, column: range.startColumn }),
  to: offsetAt(doc, { lineNumber: range.endLineNumber, column: range.endColumn }),
})
