// Habits that make tools hard to use, found in the text of their source. Hints only: each may be meant so.
import type { Diagnostic } from '../model.ts'
import { blockEnd, type Class } from './python-source.ts'
import { DEEP_RESULT, DEEPEST, depthOf, hint, hintsAt, sharedHints } from './source-hints.ts'

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
  const of = { doc, source, plain }
  const at = (from: number, length: number) => ({ from, to: from + length })
  return [
    ...sharedHints(of, { ignored: IGNORED, toldSecret: TOLD_SECRET, wordless: WORDLESS }),
    ...hintsAt(of, ENDLESS, 'no-timeout', NO_TIMEOUT),
    ...[...plain.matchAll(RETURNED)]
      .filter((found) => depthOf(plain, found.index + found[0].length) > DEEPEST)
      .map((found) => hint(of, 'deep-result', DEEP_RESULT, at(found.index, 'return'.length))),
    ...blockingCalls(plain).map(([from, length]) => hint(of, 'blocking-call', BLOCKED, at(from, length))),
    ...classes
      .filter(({ from, to }) => CALLED.test(plain.slice(from, to)) && !DOCUMENTED.test(source.slice(from, to)))
      .map(({ name, from, indent }) =>
        hint(of, 'undocumented', undocumented(name), at(from + indent.length, 'class'.length)),
      ),
  ]
}

const NO_TIMEOUT = 'This request has no timeout: a service that does not answer holds the call until its limit'
const BLOCKED = 'This call blocks, inside of async: calls beside it wait for it'
const undocumented = (name: string): string => `${name} says nothing of what it does, what it takes and what it gives`

function blockingCalls(plain: string): readonly (readonly [from: number, length: number])[] {
  const found = new Map<number, number>()
  for (const head of plain.matchAll(ASYNC)) {
    const from = head.index + head[0].length
    const body = plain.slice(from, blockEnd(plain, from, head[1]?.length ?? 0))
    for (const call of body.matchAll(BLOCKING)) found.set(from + call.index, call[0].length)
  }
  return [...found]
}
