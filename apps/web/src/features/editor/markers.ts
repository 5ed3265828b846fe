import type { Diagnostic, Severity } from '@slyglass/network'
import type { LineTable } from '../../documents/index.ts'
import { monaco } from './monaco-setup.ts'

const SEVERITIES: Readonly<Record<Severity, number>> = {
  error: monaco.MarkerSeverity.Error,
  warning: monaco.MarkerSeverity.Warning,
  hint: monaco.MarkerSeverity.Info,
}

const SET = 'slyglass marks are set'

// What each model was marked with last: its editor looks at everything around a mark again when marks are set.
const shown = new WeakMap<object, string>()

/** Underlines the places that diagnostics speak of. */
export function showMarkers(
  model: Parameters<typeof monaco.editor.setModelMarkers>[0],
  lines: LineTable,
  doc: string,
  diagnostics: readonly Diagnostic[],
): void {
  const own = diagnostics.filter((diagnostic) => diagnostic.at.doc === doc)
  const markers = own.map(({ severity, message, code, at }) => {
    const [start, end] = [lines.positionAt(at.from), lines.positionAt(Math.max(at.to, at.from + 1))]
    return {
      severity: SEVERITIES[severity],
      message,
      code,
      startLineNumber: start.lineNumber,
      startColumn: start.column,
      endLineNumber: end.lineNumber,
      endColumn: end.column,
    }
  })
  const print = JSON.stringify(markers)
  if (shown.get(model) === print) return
  shown.set(model, print)
  monaco.editor.setModelMarkers(model, 'slyglass', markers)
  // One entry of the browser's timeline, for whoever measures it.
  performance.clearMarks(SET)
  performance.mark(SET)
}
