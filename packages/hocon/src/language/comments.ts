// Lines become comments and comments become lines again.
import { err, ok, type Result, type TextEdit, type TextRange } from '@slyglass/base'
import type { Node } from '../tree.ts'
import { eachToken } from './leaves.ts'

/** Why lines cannot be turned into comments. */
export interface CommentFailure {
  readonly code: 'cuts-text'
  readonly message: string
}

/**
 * The edits that put `# ` before the lines of a range, or take it away when all of them have it; `root` is the tree of the text.
 * Empty lines stay as they are. Fails where the first or last line cuts a text over several lines in two.
 */
export function toggleComments(
  text: string,
  root: Node,
  range: TextRange,
): Result<readonly TextEdit[], CommentFailure> {
  const lines = linesOf(text, range).filter(({ content }) => content.trim() !== '')
  const first = lines[0]
  const last = lines.at(-1)
  if (first === undefined || last === undefined) return ok([])
  if (cutsText(root, first.from, last.from + last.content.length))
    return err({ code: 'cuts-text', message: 'a text over several lines is commented out as a whole or not at all' })
  if (lines.every(({ content }) => /^[ \t]*#/.test(content))) {
    return ok(
      lines.map(({ from, content }) => {
        const at = from + content.indexOf('#')
        return { from: at, to: at + (text[at + 1] === ' ' ? 2 : 1), text: '' }
      }),
    )
  }
  const indent = Math.min(...lines.map(({ content }) => content.search(/[^ \t]/)))
  return ok(lines.map(({ from }) => ({ from: from + indent, to: from + indent, text: '# ' })))
}

function linesOf(
  text: string,
  { from, to }: TextRange,
): readonly { readonly from: number; readonly content: string }[] {
  const lines: { from: number; content: string }[] = []
  for (const match of text.matchAll(/[^\n\r]*(?:\r\n|\n|\r|$)/g)) {
    const content = match[0].replace(/[\n\r]+$/, '')
    const end = match.index + content.length
    if (match.index > to || (match.index === to && to > from)) break
    if (end >= from) lines.push({ from: match.index, content })
    if (match[0] === '') break
  }
  return lines
}

// A comment sign inside a text is part of it, and half a text in quotes is none.
function cutsText(root: Node, from: number, to: number): boolean {
  let cuts = false
  eachToken(root, (token, at) => {
    const end = at + token.width
    if (!/[\n\r]/.test(token.text) || !/string|triple/.test(token.token)) return
    cuts ||= (at < from && end > from) || (at < to && end > to)
  })
  return cuts
}
