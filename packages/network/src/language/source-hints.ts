// What hints about sources of both languages share: how they are found, and those that mean the same in either.
import type { TextRange } from '@slyglass/base'
import type { Diagnostic } from '../model.ts'
import { say } from '../say.ts'

export interface HintedSource {
  readonly doc: string
  readonly source: string
  /** The source with texts and comments blanked. */
  readonly plain: string
}

/** What a language writes for the habits of both. */
export interface SharedHabits {
  readonly ignored: RegExp
  readonly toldSecret: RegExp
  readonly wordless: RegExp
}

/** Levels of lists and objects inside of each other that models still read well. */
export const DEEPEST = 3

export const DEEP_RESULT = `This result is nested more than ${DEEPEST} levels deep; models read flat ones better`

export function sharedHints(of: HintedSource, { ignored, toldSecret, wordless }: SharedHabits): readonly Diagnostic[] {
  const { source, plain } = of
  return [
    ...hintsAt(of, ignored, 'ignored-error', 'An error is passed over here: nobody hears that it failed, and why'),
    ...hintsAt({ ...of, plain: source }, toldSecret, 'secret-in-error', SECRET),
    ...hintsAt(of, wordless, 'wordless-failure', WORDLESS).filter(({ at }) => isBare(source, plain, at)),
  ]
}

const SECRET = 'The words of this error hold what looks like a secret; models read them'
const WORDLESS = 'This failure says nothing: the model cannot tell what to do about it'

/** A hint wherever the pattern stands, without the blanks before it. */
export function hintsAt(of: HintedSource, pattern: RegExp, code: string, message: string): readonly Diagnostic[] {
  return [...of.plain.matchAll(pattern)].map((found) => {
    const lead = /^\s*/.exec(found[0])?.[0].length ?? 0
    return hint(of, code, message, { from: found.index + lead, to: found.index + found[0].length })
  })
}

export function hint({ doc }: HintedSource, code: string, message: string, at: TextRange): Diagnostic {
  return say('hint', code, message, { doc, ...at })
}

/** Nothing was blanked there: what looks empty is empty. */
function isBare(source: string, plain: string, { from, to }: TextRange): boolean {
  return source.slice(from, to) === plain.slice(from, to)
}

/** How deep lists and objects stand in each other in the literal that begins at `from`. */
export function depthOf(plain: string, from: number): number {
  let [depth, deepest] = [0, 0]
  for (let at = from; at < plain.length; at += 1) {
    const sign = plain[at] ?? ''
    if ('{['.includes(sign)) depth += 1
    else if ('}]'.includes(sign)) depth -= 1
    // Code in a literal is something else: a function's body is no level of the result.
    else if (sign === '(' || sign === '=' || sign === ';') return deepest
    deepest = Math.max(deepest, depth)
    if (depth === 0) return deepest
  }
  return deepest
}
