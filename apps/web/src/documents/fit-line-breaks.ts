import type { TextEdit } from '@slyglass/base'
import type { LineTable } from './line-table.ts'

/**
 * An edit whose line breaks are the document's own kind. A break that would melt into a neighbouring lone `\r`
 * is kept apart, because the line it ends would vanish.
 */
export function fitLineBreaks(edit: TextEdit, table: LineTable): TextEdit {
  const text = edit.text.replace(/\r\n|\r|\n/g, table.majorityEnding())
  const next = text === '' ? table.text[edit.to] : text[0]
  const melts = table.text[edit.from - 1] === '\r' && next === '\n' && !isInsideBreak(edit, table)
  return { from: edit.from, to: edit.to, text: melts ? `\r${text}` : text }
}

/** Only a replaced range that begins amid `\r\n` may leave the two halves touching. */
function isInsideBreak(edit: TextEdit, table: LineTable): boolean {
  return table.text[edit.from] === '\n'
}
