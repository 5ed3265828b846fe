import type { DocumentEdit } from '@slyglass/network'

/** Where the longest text that edits bring stands once all of them are made, without the space around it. */
export function newTextOf(edits: readonly DocumentEdit[]): { doc: string; from: number; to: number } | undefined {
  const [longest] = [...edits].sort((a, b) => b.text.length - a.text.length)
  if (longest === undefined || longest.text.trim() === '') return undefined
  const moved = edits
    .filter((edit) => edit.doc === longest.doc && edit.from < longest.from)
    .reduce((sum, edit) => sum + edit.text.length - (edit.to - edit.from), 0)
  const lead = longest.text.length - longest.text.trimStart().length
  const from = longest.from + moved + lead
  return { doc: longest.doc, from, to: from + longest.text.trim().length }
}
