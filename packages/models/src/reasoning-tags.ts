// Reasoning that a model writes into its answer between tags, folded away: what is left is the answer.

/** An answer without its reasoning. `reasoning` and `raw` (the text as it came) are there when something was folded. */
export interface FoldedText {
  readonly text: string
  readonly reasoning?: string
  readonly raw?: string
}

export interface ReasoningFold {
  /** Takes the next piece of the text, cut anywhere, and says what of it may be shown. */
  add(piece: string): string
  /** The whole of what was added. */
  end(hasCalls: boolean): FoldedText
}

const NAMES = ['think', 'thinking', 'reasoning'] as const
type Name = (typeof NAMES)[number]

const open = (name: Name): string => `<${name}>`
const close = (name: Name): string => `</${name}>`

/** A tag counts at the beginning of an answer only: further in, the model writes about it. */
export function createReasoningFold(): ReasoningFold {
  let raw = ''
  let held = ''
  let text = ''
  let inside: Name | undefined
  let begun = false
  const reasonings: string[] = []

  const show = (shown: string): string => {
    text += shown
    return shown
  }
  const advance = (): string => {
    if (begun) return show(take())
    if (inside !== undefined) {
      const at = endOf(held, inside)
      if (at === undefined) return ''
      reasonings.push(held.slice(0, at))
      held = held.slice(at + close(inside).length)
      inside = undefined
      return advance()
    }
    const start = held.trimStart()
    inside = NAMES.find((name) => start.startsWith(open(name)))
    if (inside !== undefined) {
      held = start.slice(open(inside).length)
      return advance()
    }
    if (NAMES.some((name) => open(name).startsWith(start))) return ''
    begun = true
    if (reasonings.length > 0) held = start
    return show(take())
  }
  const take = (): string => {
    const taken = held
    held = ''
    return taken
  }

  return {
    add(piece) {
      raw += piece
      held += piece
      // Long reasoning is looked through only where a tag may end.
      return inside !== undefined && !piece.includes('>') ? '' : advance()
    },
    end(hasCalls) {
      if (inside !== undefined) return unclosed(raw, held, inside, reasonings, hasCalls)
      if (reasonings.length > 0) return { text: text + held.trimStart(), reasoning: reasonings.join('\n\n'), raw }
      return unopened(raw)
    },
  }
}

/** Reasoning without an end is the answer when there is nothing else: better shown too much than nothing. */
function unclosed(raw: string, held: string, name: Name, before: readonly string[], hasCalls: boolean): FoldedText {
  const at = held.indexOf(close(name))
  if (at >= 0) {
    const reasoning = [...before, held.slice(0, at)].join('\n\n')
    return { text: held.slice(at + close(name).length).trimStart(), reasoning, raw }
  }
  return hasCalls ? { text: '', reasoning: [...before, held].join('\n\n'), raw } : { text: raw }
}

/** Some chat templates write the opening tag themselves, so that only the closing one arrives. */
function unopened(raw: string): FoldedText {
  for (const name of NAMES) {
    const at = endOf(raw, name)
    if (at === undefined || raw.slice(0, at).includes(open(name))) continue
    return { text: raw.slice(at + close(name).length).trimStart(), reasoning: raw.slice(0, at), raw }
  }
  return { text: raw }
}

function endOf(text: string, name: Name): number | undefined {
  for (let at = text.indexOf(close(name)); at >= 0; at = text.indexOf(close(name), at + 1))
    if (!isCode(text, at)) return at
  return undefined
}

/** True between backticks of a line, and between fences. */
function isCode(text: string, at: number): boolean {
  const before = text.slice(0, at)
  const fences = before.match(/^[ \t]*```/gm)?.length ?? 0
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return fences % 2 === 1 || (line.match(/`/g)?.length ?? 0) % 2 === 1
}
