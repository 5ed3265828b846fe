// What can be folded away, and how a selection grows.
import { openingWidth } from '../text.ts'
import { isToken, type Node } from '../tree.ts'
import { eachNode, eachToken, tokenAt } from './leaves.ts'

/** A range that can be folded. `licence` is a comment at the start of the text that names one. */
export interface Fold {
  readonly from: number
  readonly to: number
  readonly kind: 'object' | 'list' | 'text' | 'comment' | 'licence'
}

/** Objects, lists, texts and rows of comment lines that take more than one line. */
export function foldsOf(text: string, root: Node): readonly Fold[] {
  const folds: Fold[] = []
  eachNode(root, ({ element, from, to }) => {
    if (element.node !== 'object' && element.node !== 'array') return
    if (hasLines(text, from, to)) folds.push({ from, to, kind: element.node === 'object' ? 'object' : 'list' })
  })
  eachToken(root, (token, from) => {
    if (token.token.endsWith('triple') && hasLines(text, from, from + token.width))
      folds.push({ from, to: from + token.width, kind: 'text' })
  })
  return [...folds, ...commentFolds(text, root)].sort((a, b) => a.from - b.from || b.to - a.to)
}

const hasLines = (text: string, from: number, to: number): boolean => /[\n\r]/.test(text.slice(from, to))

// Comments on lines of their own that follow each other without a blank line.
function commentFolds(text: string, root: Node): readonly Fold[] {
  const rows: { from: number; to: number }[] = []
  let newlines = 1
  eachToken(root, (token, from) => {
    const to = from + token.width
    const last = rows.at(-1)
    if (token.token === 'newline') newlines += 1
    else if (token.token === 'comment' && newlines > 0) {
      if (last !== undefined && newlines === 1 && /^[\s]*$/.test(text.slice(last.to, from))) last.to = to
      else rows.push({ from, to })
      newlines = 0
    } else if (token.token !== 'blank' && token.width > 0) newlines = 0
  })
  return rows
    .filter(({ from, to }) => hasLines(text, from, to))
    .map(({ from, to }, index) => {
      const licence =
        index === 0 && /copyright|licen[cs]e/i.test(text.slice(from, to)) && /^\s*$/.test(text.slice(0, from))
      return { from, to, kind: licence ? ('licence' as const) : ('comment' as const) }
    })
}

/** The ranges that a growing selection takes, innermost first: the word, what holds it, and so on to the whole text. */
export function selectionsAt(text: string, root: Node, offset: number): readonly { from: number; to: number }[] {
  const leaf = tokenAt(root, offset + 1) ?? tokenAt(root, offset)
  const ranges: { from: number; to: number }[] = []
  const add = (from: number, to: number) => {
    const last = ranges.at(-1)
    const grows = last === undefined || (from <= last.from && to >= last.to && (from < last.from || to > last.to))
    if (grows && from <= offset && to >= offset) ranges.push({ from, to })
  }
  if (leaf !== undefined) {
    const width = openingWidth(leaf.element)
    const word = wordAround(text, offset)
    if (word !== undefined && word.from >= leaf.from && word.to <= leaf.to) add(word.from, word.to)
    if (width > 0) add(leaf.from + width, leaf.to - (leaf.element.token.startsWith('open-') ? 0 : width))
    if (leaf.element.token !== 'newline') add(leaf.from, leaf.to)
    for (const { element, from, to } of [...leaf.around].reverse()) {
      const open = element.parts[0]
      if (open !== undefined && isToken(open) && open.token === 'open') add(from + 1, to - 1)
      add(from, to)
    }
  }
  add(0, text.length)
  return ranges
}

function wordAround(text: string, offset: number): { from: number; to: number } | undefined {
  const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}_]/u.test(char)
  let [from, to] = [offset, offset]
  while (isWord(text[from - 1])) from -= 1
  while (isWord(text[to])) to += 1
  return from === to ? undefined : { from, to }
}
