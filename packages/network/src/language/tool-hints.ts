// Habits that make tools hard to use, found in the text of their source. Hints only: each may be meant so.
import type { Diagnostic } from '../model.ts'
import { say } from '../say.ts'
import { blockEnd, type Class } from './python-source.ts'
import { DEEP_RESULT, DEEPEST, depthOf, isBare } from './script-hints.ts'

const IGNORED = /^[ \t]*except\b[^\n]*:[ \t]*(?:\n\s*)?pass\b/gm
// What is raised, or returned as neuro-san's texts of errors.
const TOLD_SECRET =
  /(?:\braise\b|\breturn[ \t]+f?["']+Error)[^\n]*\{[^}\n]*(?:api_?key|password|secret|token)[^}\n]*\}/gi
const ASYNC = /^([ \t]*)async[ \t]+def\b[^\n]*/gm
const BLOCKING = /\b(?:time\.sleep|requests\.(?:get|post|put|delete|request)|urllib\.request\.urlopen)[ \t]*\(/g
const ENDLESS = /\brequests\.(?:get|post|put|delete|request)[ \t]*\((?![^)]*\btimeout\b)/g
const WORDLESS = /^[ \t]+raise[ \t]+\w*(?:Error|Exception)(?:[ \t]*\([ \t]*\))?[ \t]*$/gm
const RETURNED = /\breturn[ \t]+(?=[{[])/g
const CALLED = /^[ \t]+(?:async[ \t]+)?def[ \t]+(?:async_)?invoke\b/m
const DOCUMENTED = /^[^:]*:[ \t]*(?:#[^\n]*)?\s*[rRuU]?["']/

/** `plain` is the source with texts and comments blanked. */
export function hintsOf(doc: string, source: string, plain: string, classes: readonly Class[]): readonly Diagnostic[] {
  const hint = (code: string, message: string, from: number, length: number) =>
    say('hint', code, message, { doc, from, to: from + length })
  const each = (text: string, pattern: RegExp, code: string, message: string) =>
    [...text.matchAll(pattern)].map((found) => {
      const lead = /^\s*/.exec(found[0])?.[0].length ?? 0
      return hint(code, message, found.index + lead, found[0].length - lead)
    })
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
      ENDLESS,
      'no-timeout',
      'This request has no timeout: a service that does not answer holds the call until its limit',
    ),
    ...each(
      plain,
      WORDLESS,
      'wordless-failure',
      'This failure says nothing: the model cannot tell what to do about it',
    ).filter(({ at }) => isBare(source, plain, at)),
    ...[...plain.matchAll(RETURNED)]
      .filter((found) => depthOf(plain, found.index + found[0].length) > DEEPEST)
      .map((found) => hint('deep-result', DEEP_RESULT, found.index, 'return'.length)),
    ...blockingCalls(plain).map(([from, length]) =>
      hint('blocking-call', 'This call blocks, inside of async: calls beside it wait for it', from, length),
    ),
    ...classes
      .filter(({ from, to }) => CALLED.test(plain.slice(from, to)) && !DOCUMENTED.test(source.slice(from, to)))
      .map(({ name, from, indent }) =>
        hint(
          'undocumented',
          `${name} says nothing of what it does, what it takes and what it gives`,
          from + indent.length,
          'class'.length,
        ),
      ),
  ]
}

function blockingCalls(plain: string): readonly (readonly [from: number, length: number])[] {
  const found = new Map<number, number>()
  for (const head of plain.matchAll(ASYNC)) {
    const from = head.index + head[0].length
    const body = plain.slice(from, blockEnd(plain, from, head[1]?.length ?? 0))
    for (const call of body.matchAll(BLOCKING)) found.set(from + call.index, call[0].length)
  }
  return [...found]
}
