// What the gaps between items become: indentation, blanks around marks, blank lines.
import type { TextEdit } from '@slyglass/base'
import type { Token } from '../tree.ts'
import type { Item, Items } from './items.ts'

/** The edits that give every gap its form. */
export function gapEdits(text: string, { items, tail }: Items, unit: string): readonly TextEdit[] {
  const layout = new Layout(text, unit)
  for (const item of items) layout.item(item)
  layout.end(tail)
  const fixed = fixedUntil(text, items)
  return layout.edits.filter((edit) => edit.to > (fixed.get(lineStartOf(text, edit.from)) ?? -1))
}

const lineStartOf = (text: string, at: number): number =>
  Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1

// The Python loader turns a tab into blanks up to the next stop, so nothing before a tab that counts may move.
function fixedUntil(text: string, items: readonly Item[]): ReadonlyMap<number, number> {
  const fixed = new Map<number, number>()
  if (!text.includes('\t')) return fixed
  for (const { from, to, glued, gap } of items) {
    const start = glued ? from - gap.reduce((sum, token) => sum + token.width, 0) : from
    for (let tab = text.indexOf('\t', start); tab !== -1 && tab < to; tab = text.indexOf('\t', tab + 1))
      fixed.set(lineStartOf(text, tab), tab)
  }
  return fixed
}

interface Bracket {
  /** Indentation of the line that opened it, and of what stands inside. */
  readonly outer: number
  readonly inner: number
}

class Layout {
  readonly edits: TextEdit[] = []
  readonly #text: string
  readonly #unit: string
  readonly #open: Bracket[] = []
  #line = 0
  #before: Item | undefined

  constructor(text: string, unit: string) {
    this.#text = text
    this.#unit = unit
  }

  get #inside(): number {
    return this.#open.at(-1)?.inner ?? 0
  }

  item(item: Item): void {
    const start = item.from - widthOf(item.gap)
    const breaks = item.gap.some((token) => token.token === 'newline')
    if (breaks || this.#before === undefined) this.#line = this.#levelOf(item)
    if (!item.glued && !continues(item.gap)) {
      if (breaks || this.#before === undefined) this.#lines(item.gap, start, this.#line, item.kind === 'separator')
      else if (item.gap.every((token) => isPlain(token.text))) this.#blank(start, item.from, item)
    }
    if (item.kind === 'open') this.#open.push({ outer: this.#line, inner: this.#line + 1 })
    if (item.kind === 'close') this.#open.pop()
    this.#before = item
  }

  /** The gap after the last item: no blank lines, and one line break at the end of the text. */
  end(tail: readonly Token[]): void {
    if (continues(tail)) return
    const start = this.#text.length - widthOf(tail)
    let last = tail.length
    while (last > 0 && (tail[last - 1] as Token).token !== 'comment') last -= 1
    this.#lines(tail.slice(0, last), start, 0, false)
    const rest = tail.slice(last)
    const from = this.#text.length - widthOf(rest)
    if (rest.some((token) => token.token === 'blank' && !isPlain(token.text))) return
    const eol = rest.find((token) => token.token === 'newline')?.text ?? this.#eol()
    if (this.#before !== undefined || last > 0) this.#write(from, this.#text.length, eol)
  }

  #eol(): string {
    return this.#text.includes('\r\n') ? '\r\n' : '\n'
  }

  #levelOf(item: Item): number {
    if (item.kind === 'close') return this.#open.at(-1)?.outer ?? 0
    const isContinued = this.#before?.kind === 'separator' || item.kind === 'separator'
    return this.#inside + (isContinued && item.kind !== 'open' ? 1 : 0)
  }

  #write(from: number, to: number, text: string): void {
    if (this.#text.slice(from, to) !== text) this.edits.push({ from, to, text })
  }

  // Blanks of every line of the gap; of several blank lines one stays.
  #lines(gap: readonly Token[], start: number, level: number, continued: boolean): void {
    const comments = this.#before?.kind === 'separator' || continued ? level : this.#inside
    let [at, empty] = [start, this.#before === undefined && start === 0 ? 1 : 0]
    gap.forEach((token, index) => {
      const next = gap[index + 1]
      const end = at + token.width
      if (token.token === 'blank') this.#lineBlank(gap, index, at, level, comments)
      else if (token.token === 'newline') {
        empty += 1
        if (empty > 2) this.#write(at, end, '')
        if (next?.token !== 'blank') this.#indent(end, end, next, level, comments)
      } else empty = 0
      at = end
    })
  }

  #lineBlank(gap: readonly Token[], index: number, at: number, level: number, comments: number): void {
    const [before, token, next] = [gap[index - 1], gap[index] as Token, gap[index + 1]]
    const end = at + token.width
    const from = at === 0 && token.text.startsWith('\ufeff') ? 1 : at
    if (!isPlain(this.#text.slice(from, end))) return
    if (next?.token === 'newline') this.#write(from, end, '')
    else if (before?.token === 'newline' || at === 0) this.#indent(from, end, next, level, comments)
  }

  #indent(from: number, to: number, next: Token | undefined, level: number, comments: number): void {
    if (next?.token === 'newline') this.#write(from, to, '')
    else this.#write(from, to, this.#unit.repeat(next?.token === 'comment' ? comments : level))
  }

  /** A gap on one line. */
  #blank(from: number, to: number, item: Item): void {
    const before = this.#before as Item
    const wanted = blankBetween(this.#text, before, item)
    if (wanted !== undefined) this.#write(from, to, wanted)
  }
}

/** Blanks that are blanks to both profiles. */
const isPlain = (text: string): boolean => /^[ \t]*$/.test(text)

/** A backslash at a line end, which the Python loader skips together with the line break. */
const continues = (gap: readonly Token[]): boolean => gap.some((token) => token.text.startsWith('\\'))

function widthOf(gap: readonly Token[]): number {
  return gap.reduce((sum, token) => sum + token.width, 0)
}

function blankBetween(text: string, before: Item, item: Item): string | undefined {
  const [last, next] = [text[before.from], text[item.from]]
  if (before.kind === 'broken' || item.kind === 'broken') return undefined
  if (before.kind === 'open' && item.kind === 'close') return ''
  if (before.kind === 'open') return last === '{' ? ' ' : ''
  if (item.kind === 'close') return next === '}' ? ' ' : ''
  if (item.kind === 'comma') return ''
  if (item.kind === 'separator') return next === ':' ? '' : ' '
  return ' '
}
