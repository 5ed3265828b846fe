// Formatting while someone types: a line takes its form when it is ended, and up to a bracket when that is closed.
import type { TextEdit, TextRange } from '@slyglass/base'
import { type FormatOptions, formatEdits } from './format.ts'

/**
 * The edits after a line break, `}` or `]` was typed right before `offset` (blanks that an editor put in behind the line
 * break do not count). Nothing for anything else, and nothing for a text with faults.
 */
export function typedEdits(text: string, offset: number, options: FormatOptions = {}): readonly TextEdit[] {
  const range = rangeOf(text, offset)
  if (range === undefined) return []
  const edits = formatEdits(text, options, range)
  return edits.ok ? edits.value : []
}

function rangeOf(text: string, offset: number): TextRange | undefined {
  const line = lineStart(text, offset)
  const before = text.slice(line, offset)
  if (/[}\]]$/.test(before)) return { from: line, to: offset }
  if (line === 0 || !/^[ \t]*$/.test(before)) return undefined
  // What was cut off moves to its place; an empty line keeps the blanks that the next word will follow.
  const rest = /^[ \t]*/.exec(text.slice(line))?.[0].length ?? 0
  const isEmpty = /^(?:[\n\r]|$)/.test(text.slice(line + rest))
  return { from: lineStart(text, line - 1), to: isEmpty ? endOfLineBefore(text, line) : line + rest }
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1

const endOfLineBefore = (text: string, line: number): number => (text[line - 2] === '\r' ? line - 2 : line - 1)
