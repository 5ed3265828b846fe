// Habits that make tools in TypeScript and JavaScript hard to use, found in the text of their source. Hints only.
import type { TextRange } from '@slyglass/base'
import type { Diagnostic } from '../model.ts'
import { say } from '../say.ts'

// Texts, comments and regular expressions, in which words mean nothing. Blanks of the same length keep every offset.
const HIDDEN =
  /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|(?<=[(,=:[!&|?{};] {0,8})\/(?:\\.|\[(?:\\.|[^\]\\\n]){0,200}\]|[^/\\\n[]){1,300}\//g

const IGNORED = /\bcatch[ \t]*(?:\([^)\n]*\)[ \t]*)?\{\s*\}/g
// What is thrown or given back as a failure.
const TOLD_SECRET = /(?:\bthrow\b|\bfail[ \t]*\()[^\n]*\$\{[^}\n]*(?:api_?key|password|secret|token)[^}\n]*\}/gi
const WORDLESS = /\bfail[ \t]*\([ \t]*\)|\bthrow[ \t]+new[ \t]+\w*Error[ \t]*\([ \t]*\)/g
const ENDLESS = /\bfetch[ \t]*\(/g
const BLOCKING = /\b(?:execSync|execFileSync|spawnSync|Atomics\.wait)[ \t]*\(/g
const DEFINED = /\bdefineTool[ \t]*(?:<[^>(]*>)?\(/g
const RETURNED = /\breturn[ \t]*(?:ok[ \t]*\()?[ \t]*(?=[{[])/g

/** Levels of lists and objects inside of each other that models still read well. */
export const DEEPEST = 3

export function scriptHints(doc: string, source: string): readonly Diagnostic[] {
  const plain = source.replace(HIDDEN, (text) => text.replace(/[^\n\r]/g, ' '))
  const hint = (code: string, message: string, from: number, length: number) =>
    say('hint', code, message, { doc, from, to: from + length })
  const each = (text: string, pattern: RegExp, code: string, message: string) =>
    [...text.matchAll(pattern)].map((found) => hint(code, message, found.index, found[0].length))
  return [
    ...each(plain, IGNORED, 'ignored-error', 'An error is passed over here: nobody hears that it failed, and why'),
    ...each(
      source,
      TOLD_SECRET,
      'secret-in-error',
      'The words of this error hold what looks like a secret; models read them',
    ),
    ...each(
      plain,
      WORDLESS,
      'wordless-failure',
      'This failure says nothing: the model cannot tell what to do about it',
    ).filter(({ at }) => isBare(source, plain, at)),
    ...each(plain, ENDLESS, 'no-timeout', NO_TIMEOUT).filter(({ at }) => !/\bsignal\b/.test(inside(plain, at.to))),
    ...each(plain, BLOCKING, 'blocking-call', 'This call blocks its thread: calls beside it wait for it'),
    ...each(plain, DEFINED, 'undocumented', UNDOCUMENTED).filter(
      ({ at }) => !/\bdescription\b/.test(inside(plain, at.to)),
    ),
    ...each(plain, DEFINED, 'unvalidated', UNVALIDATED).filter(({ at }) => takesUnchecked(inside(plain, at.to))),
    ...each(plain, RETURNED, 'deep-result', DEEP_RESULT).filter(({ at }) => depthOf(plain, at.to) > DEEPEST),
  ]
}

const NO_TIMEOUT =
  'This request has no signal: pass ctx.signal, or a service that does not answer holds the call until its limit'
const UNDOCUMENTED = 'The definition has no description, by which models choose'
const UNVALIDATED = 'The definition takes arguments and has no parameters, so nothing checks what a model sends'
export const DEEP_RESULT = `This result is nested more than ${DEEPEST} levels deep; models read flat ones better`

/** Nothing was blanked there: what looks empty is empty. */
export const isBare = (source: string, plain: string, { from, to }: TextRange): boolean =>
  source.slice(from, to) === plain.slice(from, to)

/** Arguments are used and no schema is written. */
function takesUnchecked(definition: string): boolean {
  if (/\bparameters\b/.test(definition)) return false
  const taken = /\bexecute[ \t]*(?::[ \t]*(?:async[ \t]*)?)?(?:function\b[^(]*)?\*?[ \t]*\([ \t]*([^),]*)/.exec(
    definition,
  )
  const first = taken?.[1]?.trim() ?? ''
  return first !== '' && !first.startsWith('_')
}

/** What stands between the bracket that was opened just before `from` and the one that closes it. */
function inside(plain: string, from: number): string {
  let depth = 1
  let at = from
  for (; at < plain.length && depth > 0; at += 1) {
    const sign = plain[at] ?? ''
    if ('([{'.includes(sign)) depth += 1
    else if (')]}'.includes(sign)) depth -= 1
  }
  return plain.slice(from, at)
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
