// Habits that make tools in TypeScript and JavaScript hard to use, found in the text of their source. Hints only.
import type { Diagnostic } from '../model.ts'
import { DEEP_RESULT, DEEPEST, depthOf, hintsAt, sharedHints } from './source-hints.ts'

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

export function scriptHints(doc: string, source: string): readonly Diagnostic[] {
  const plain = source.replace(HIDDEN, (text) => text.replace(/[^\n\r]/g, ' '))
  const of = { doc, source, plain }
  const after = ({ at }: Diagnostic) => inside(plain, at.to)
  return [
    ...sharedHints(of, { ignored: IGNORED, toldSecret: TOLD_SECRET, wordless: WORDLESS }),
    ...hintsAt(of, ENDLESS, 'no-timeout', NO_TIMEOUT).filter((one) => !/\bsignal\b/.test(after(one))),
    ...hintsAt(of, BLOCKING, 'blocking-call', 'This call blocks its thread: calls beside it wait for it'),
    ...hintsAt(of, DEFINED, 'undocumented', UNDOCUMENTED).filter((one) => !/\bdescription\b/.test(after(one))),
    ...hintsAt(of, DEFINED, 'unvalidated', UNVALIDATED).filter((one) => takesUnchecked(after(one))),
    ...hintsAt(of, RETURNED, 'deep-result', DEEP_RESULT).filter(({ at }) => depthOf(plain, at.to) > DEEPEST),
  ]
}

const NO_TIMEOUT =
  'This request has no signal: pass ctx.signal, or a service that does not answer holds the call until its limit'
const UNDOCUMENTED = 'The definition has no description, by which models choose'
const UNVALIDATED = 'The definition takes arguments and has no parameters, so nothing checks what a model sends'

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
