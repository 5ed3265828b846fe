import { diff3Merge } from 'node-diff3'

export interface MergedText {
  readonly text: string
  /** Places where both sides changed the same lines; each is marked in the text. */
  readonly conflicts: number
}

/** Merges two descendants of a text line by line. Every line keeps its own ending. */
export function mergeTexts(base: string, mine: string, theirs: string): MergedText {
  let conflicts = 0
  const parts = diff3Merge(linesOf(mine), linesOf(base), linesOf(theirs), { excludeFalseConflicts: true })
  const lines = parts.flatMap((part) => {
    if (part.ok !== undefined) return part.ok
    if (part.conflict === undefined) return []
    conflicts += 1
    return [
      '<<<<<<< this tab\n',
      ...endLast(part.conflict.a),
      '=======\n',
      ...endLast(part.conflict.b),
      '>>>>>>> on disk\n',
    ]
  })
  return { text: lines.join(''), conflicts }
}

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

const endLast = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => (line.endsWith('\n') ? line : `${line}\n`))
