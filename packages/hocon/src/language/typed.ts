// Formatting while someone types: a line takes its form when it is ended, and up to a bracket when that is closed. How far
// lines are indented stays as it is; only a closing bracket goes under the line that opened it.
import type { TextEdit } from '@slyglass/base'
import { parseDocument } from '../parse.ts'
import { type FormatOptions, formatEdits } from './format.ts'
import { tokenAt } from './leaves.ts'

/**
 * The edits after a line break, `}` or `]` was typed right before `offset` (blanks that an editor put in behind the line
 * break do not count). Nothing for anything else, and nothing for a text with faults.
 */
export function typedEdits(text: string, offset: number, options: FormatOptions = {}): readonly TextEdit[] {
  const line = lineStart(text, offset)
  const before = text.slice(line, offset)
  if (/[}\]]$/.test(before)) return [...closerEdit(text, line, offset), ...lineEdits(text, line, offset, options)]
  if (line === 0 || !/^[ \t]*$/.test(before)) return []
  return lineEdits(text, lineStart(text, line - 1), text[line - 2] === '\r' ? line - 2 : line - 1, options)
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1

function lineEdits(text: string, from: number, to: number, options: FormatOptions): readonly TextEdit[] {
  const edits = formatEdits(text, options, { from, to })
  return edits.ok ? edits.value.filter((edit) => text.slice(from, edit.from).trim() !== '') : []
}

// A tab behind it would stand for other blanks if the bracket moved.
function closerEdit(text: string, line: number, offset: number): readonly TextEdit[] {
  const indent = text.slice(line, offset - 1)
  const end = text.indexOf('\n', offset)
  if (!/^[ \t]*$/.test(indent) || text.slice(offset, end === -1 ? text.length : end).includes('\t')) return []
  const { root, faults } = parseDocument(text, 'neuro-san')
  const leaf = tokenAt(root, offset)
  const opened = leaf?.around.at(-1)
  if (faults.some(({ severity }) => severity === 'error') || leaf?.element.token !== 'close' || opened === undefined)
    return []
  const wanted = /^[ \t]*/.exec(text.slice(lineStart(text, opened.from)))?.[0] ?? ''
  return wanted === indent ? [] : [{ from: line, to: offset - 1, text: wanted }]
}
