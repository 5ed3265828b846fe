// Marks that a merge left in a text. They break the syntax around them in many ways, and are one thing to settle.
import type { Diagnostic } from '@slyglass/network'

const MARKS = /^(?:<{7} .*|={7}|>{7} .*)\r?$/gm
const SIDES = /^[<>]{7} /m

/** Says of each document with marks only that they are left, first of all; of the others what was said before. */
export function tellConflictMarks(
  diagnostics: readonly Diagnostic[],
  texts: Readonly<Record<string, string>>,
): readonly Diagnostic[] {
  const marked = Object.entries(texts).flatMap(([doc, text]) => markedIn(doc, text) ?? [])
  const docs = new Set(marked.map(({ at }) => at.doc))
  return [...marked, ...diagnostics.filter(({ at }) => !docs.has(at.doc))]
}

function markedIn(doc: string, text: string): Diagnostic | undefined {
  if (!SIDES.test(text)) return undefined
  const marks = [...text.matchAll(MARKS)]
  const first = marks[0]
  if (first === undefined) return undefined
  const left = marks.length === 1 ? '1 conflict mark is left' : `${marks.length} conflict marks are left`
  const message = `${left}. Keep the lines that you want and delete the marks (<<<<<<<, =======, >>>>>>>).`
  const at = { doc, from: first.index, to: first.index + first[0].trimEnd().length }
  return { code: 'conflict-marks', severity: 'error', message, at, fixes: [] }
}
