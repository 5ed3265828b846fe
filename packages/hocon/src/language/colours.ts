// What each piece of a text is, for colouring. Pieces never run over a line end.
import { isNode, type Node, type Token } from '../tree.ts'
import { eachToken } from './leaves.ts'

/** What a piece of text is, for its colour. */
export type ColourKind =
  | 'key'
  | 'string'
  | 'word'
  | 'number'
  | 'keyword'
  | 'substitution'
  | 'include'
  | 'comment'
  | 'mark'
  | 'error'

/** A coloured piece. Callers may bring kinds of their own. */
export interface Colour<Kind extends string = ColourKind> {
  readonly from: number
  readonly to: number
  readonly kind: Kind
}

/** The pieces of a tree in the order of the text, apart from each other and within one line each; blanks have none. */
export function coloursOf(root: Node): readonly Colour[] {
  const found: Colour[] = []
  eachToken(root, (token, from, around) => {
    const kind = kindOf(token, around)
    if (kind !== undefined) found.push(...onLines(token.text, from, kind))
  })
  return found
}

function kindOf({ token, text }: Token, around: readonly Node[]): ColourKind | undefined {
  if (token === 'blank' || token === 'newline' || text === '') return undefined
  if (token === 'comment') return 'comment'
  const parent = around.at(-1)
  if (around.some((node) => isNode(node, 'error'))) return token === 'string' ? 'string' : 'error'
  if (parent !== undefined && parent.node === 'key') return 'key'
  if (parent !== undefined && parent.node === 'include')
    return token === 'string' || token === 'triple' ? 'string' : 'include'
  switch (token) {
    case 'string':
    case 'open-string':
    case 'triple':
    case 'open-triple':
      return 'string'
    case 'substitution':
    case 'open-substitution':
      return 'substitution'
    case 'number':
      return 'number'
    case 'keyword':
      return 'keyword'
    case 'word':
      return /^(?:true|false|null)$/.test(text) ? 'keyword' : 'word'
    default:
      return 'mark'
  }
}

function onLines<Kind extends string>(text: string, from: number, kind: Kind): readonly Colour<Kind>[] {
  if (!/[\n\r]/.test(text)) return [{ from, to: from + text.length, kind }]
  const lines: Colour<Kind>[] = []
  for (const match of text.matchAll(/[^\n\r]+/g))
    lines.push({ from: from + match.index, to: from + match.index + match[0].length, kind })
  return lines
}

/**
 * Colours with other kinds laid over parts of them. Both must be in order and apart from each other; marks where there is no
 * colour are left out.
 */
export function overlayColours<Kind extends string>(
  colours: readonly Colour[],
  marks: readonly Colour<Kind>[],
): readonly Colour<ColourKind | Kind>[] {
  const found: Colour<ColourKind | Kind>[] = []
  let next = 0
  for (const colour of colours) {
    let at = colour.from
    while (next < marks.length && (marks[next] as Colour<Kind>).to <= at) next += 1
    for (let index = next; index < marks.length; index += 1) {
      const mark = marks[index] as Colour<Kind>
      if (mark.from >= colour.to) break
      const [from, to] = [Math.max(at, mark.from), Math.min(colour.to, mark.to)]
      if (from > at) found.push({ ...colour, from: at, to: from })
      if (to > from) found.push({ from, to, kind: mark.kind })
      at = Math.max(at, to)
    }
    if (at < colour.to) found.push({ ...colour, from: at })
  }
  return found
}
