// One step of indentation, as the text itself has it.
import type { Items } from './items.ts'

const DEFAULT = '  '

/** The most frequent step between a line and the line that opened the bracket around it. */
export function indentUnit(text: string, { items }: Items): string {
  const counts = new Map<string, number>()
  const open: string[] = []
  let [line, before]: [string, string] = ['', '']
  for (const { kind, from, gap } of items) {
    const starts = gap.some((token) => token.token === 'newline')
    const own = starts ? indentBefore(text, from) : line
    const outer = open.at(-1)
    const continued = before === 'separator' || kind === 'separator'
    before = kind
    if (
      starts &&
      !continued &&
      kind !== 'close' &&
      outer !== undefined &&
      own.startsWith(outer) &&
      own.length > outer.length
    ) {
      const step = own.slice(outer.length)
      counts.set(step, (counts.get(step) ?? 0) + 1)
    }
    line = own
    if (kind === 'open') open.push(line)
    if (kind === 'close') open.pop()
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length)
  return best?.[0] ?? DEFAULT
}

function indentBefore(text: string, at: number): string {
  let start = at
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start -= 1
  return text.slice(start, at)
}
