// Python as text: where classes and blocks begin and end.

// Texts and comments, in which words mean nothing. Blanks of the same length keep every offset.
const HIDDEN = /"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#[^\n]*/g
export const blanked = (source: string): string => source.replace(HIDDEN, (text) => text.replace(/[^\n\r]/g, ' '))

const CLASS = /^([ \t]*)class[ \t]+(\w+)[ \t]*(?:\(([^)]*)\))?/gm
export interface Class {
  readonly name: string
  readonly bases: readonly string[]
  readonly indent: string
  readonly from: number
  readonly to: number
}

export function classesOf(plain: string): readonly Class[] {
  return [...plain.matchAll(CLASS)].map((match) => {
    const [line, indent = '', name = '', bases = ''] = match
    const words = bases.split(',').map((base) => base.trim().split('.').at(-1) ?? '')
    return {
      name,
      bases: words,
      indent,
      from: match.index,
      to: blockEnd(plain, match.index + line.length, indent.length),
    }
  })
}

/** Where a line stands no deeper; a closing bracket at the margin still belongs to the head. */
export function blockEnd(plain: string, from: number, depth: number): number {
  const next = new RegExp(`\\n(?=[ \\t]{0,${depth}}[^\\s)\\]}])`, 'g')
  next.lastIndex = from
  return next.exec(plain)?.index ?? plain.length
}
