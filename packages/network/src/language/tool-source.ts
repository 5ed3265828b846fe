// What is to be said about the source of a tool, by reading its text: nothing of it runs.
import type { Diagnostic, DocumentEdit } from '../model.ts'
import { say } from '../say.ts'
import { blanked, blockEnd, type Class, classesOf } from './python-source.ts'
import { scriptHints } from './script-hints.ts'
import { hintsOf } from './tool-hints.ts'

// Of a tool: with arguments and private values. What is longer is no head of a method.
const INVOKE = /^([ \t]+)def[ \t]+invoke[ \t]*\(\s{0,80}self\s{0,80},[^),]{1,200},[^)]{1,400}\)/m
const ASYNC_INVOKE = /\basync_invoke\b/

/**
 * What is to be said of a file of coded tools. In Python `invoke` without `async_invoke` keeps every call beside it waiting; the rest
 * are hints on habits, in both languages. Tests of tools are passed over.
 */
export function diagnoseToolSource(doc: string, source: string): readonly Diagnostic[] {
  if (/\.(?:ts|js|mjs)$/.test(doc)) return /\.test\.\w+$/.test(doc) ? [] : scriptHints(doc, source)
  if (!doc.endsWith('.py')) return []
  const plain = blanked(source)
  const classes = classesOf(plain)
  const blocking = classes.flatMap((own) => {
    const body = plain.slice(own.from, own.to)
    const invoke = INVOKE.exec(body)
    const isAsync = lineOf(own, classes).some(({ from, to }) => ASYNC_INVOKE.test(plain.slice(from, to)))
    if (invoke === null || isAsync) return []
    const from = own.from + invoke.index + invoke[0].indexOf('invoke')
    const message = `${own.name} has invoke and no async_invoke, so calls that run beside it may have to wait`
    const at = { doc, from, to: from + 'invoke'.length }
    const [, indent = ''] = invoke
    const method = { at: own.from + invoke.index, indent, step: indent.slice(own.indent.length) }
    const edits = wrapping(doc, source, plain, method)
    return [{ ...say('warning', 'no-async-invoke', message, at), fixes: [{ title: FIX, edits }] }]
  })
  return [...blocking, ...hintsOf(doc, source, plain, classes)]
}

const FIX = 'Add async_invoke, which runs invoke in a thread'

/** The class and those of the same file that it extends. */
function lineOf(own: Class, classes: readonly Class[]): readonly Class[] {
  const line = new Set([own])
  for (const one of line) for (const base of classes) if (one.bases.includes(base.name)) line.add(base)
  return [...line]
}

function wrapping(
  doc: string,
  source: string,
  plain: string,
  { at: method, indent, step }: { readonly at: number; readonly indent: string; readonly step: string },
): readonly DocumentEdit[] {
  const newline = source.includes('\r\n') ? '\r\n' : '\n'
  const head = plain.indexOf('\n', method) === -1 ? plain.length : plain.indexOf('\n', method)
  const end = textEnd(source, blockEnd(plain, head, indent.length), indent.length)
  const lines = [
    '',
    '',
    `${indent}async def async_invoke(self, args, sly_data):`,
    `${indent}${step}return await asyncio.to_thread(self.invoke, args, sly_data)`,
  ]
  const wrap = { doc, from: end, to: end, text: lines.join(newline) }
  if (/^import[ \t]+(?:[\w., \t]*,[ \t]*)?asyncio\b(?![ \t]+as\b)/m.test(plain)) return [wrap]
  const at = importPlace(plain)
  return [{ doc, from: at, to: at, text: `import asyncio${newline}` }, wrap]
}

/** The end of the method's last line. Comments that stand before what follows belong to that. */
function textEnd(source: string, end: number, depth: number): number {
  const text = source.slice(0, end).trimEnd()
  const [comment] = new RegExp(`\\n[ \\t]{0,${depth}}#[^\\n]*$`).exec(text) ?? []
  return comment === undefined ? text.length : textEnd(source, text.length - comment.length, depth)
}

/** Before the first import that must not come first: `from __future__` does. */
function importPlace(plain: string): number {
  const found = /^(?:import|from[ \t]+(?!__future__))\b/m.exec(plain)
  return found?.index ?? /^[^\s]/m.exec(plain)?.index ?? 0
}
