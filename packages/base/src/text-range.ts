/** A half-open range of UTF-16 offsets in one text: `from` is inside, `to` is not. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

/** Replaces one range of a text. Offsets refer to the text before the edit. */
export interface TextEdit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Line and column of an offset, both counted from 1. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

/**
 * The text after a set of edits. Edits may come in any order and must not overlap.
 * @throws RangeError when two edits overlap or one lies outside the text.
 */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = [...edits].sort((a, b) => a.from - b.from || a.to - b.to)
  let [result, at] = ['', 0]
  for (const edit of ordered) {
    if (edit.from < at || edit.to < edit.from || edit.to > text.length) {
      throw new RangeError(`edit ${edit.from}-${edit.to} overlaps another or lies outside the text`)
    }
    result += text.slice(at, edit.from) + edit.text
    at = edit.to
  }
  return result + text.slice(at)
}

/** The edits that undo `edits`: offsets refer to the text after them. */
export function invertTextEdits(text: string, edits: readonly TextEdit[]): readonly TextEdit[] {
  let shift = 0
  return [...edits]
    .sort((a, b) => a.from - b.from || a.to - b.to)
    .map((edit) => {
      const from = edit.from + shift
      shift += edit.text.length - (edit.to - edit.from)
      return { from, to: from + edit.text.length, text: text.slice(edit.from, edit.to) }
    })
}

/** Where an offset lies, in lines and columns counted from 1. `\n`, `\r\n` and `\r` end a line. */
export function positionAt(text: string, offset: number): TextPosition {
  let [line, start] = [1, 0]
  const ends = /\r\n|\r|\n/g
  for (let end = ends.exec(text); end !== null && end.index + end[0].length <= offset; end = ends.exec(text)) {
    line += 1
    start = end.index + end[0].length
  }
  return { line, column: offset - start + 1 }
}
