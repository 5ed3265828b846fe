// One include more or less at the top of a network's file.
import { err, ok } from '@slyglass/base'
import { isToken, type Located, type Node, partsOf } from '@slyglass/hocon'
import { removeItem } from './items.ts'
import { eolOf, indentAt, lineStart } from './style.ts'
import type { EditFailure, Plans, Workbench } from './workbench.ts'
import { quote } from './write-value.ts'

/** The object that holds the fields of a document: the one in braces, else the document. */
function rootOf(bench: Workbench, doc: string): Located<Node> {
  const element = bench.tree(doc)
  const root = { element, from: 0, to: element.width }
  const braces = partsOf(element, 0).find(
    (part): part is Located<Node> => !isToken(part.element) && part.element.node === 'object',
  )
  return braces ?? root
}

const nodesIn = ({ element, from }: Located<Node>): readonly Located<Node>[] =>
  partsOf(element, from).filter((part): part is Located<Node> => !isToken(part.element))

export function planAddInclude(bench: Workbench, doc: string): Plans {
  const { file } = bench.input
  if (bench.source.evaluation.documents.includes(doc))
    return err({ code: 'already-included', message: `${doc} is included already` })
  if (!Object.hasOwn(bench.input.texts, doc)) return err(missing(doc))
  const text = bench.text(file)
  const nodes = nodesIn(rootOf(bench, file))
  const last = nodes.findLast(({ element }) => element.node === 'include')
  const written = `include ${quote(doc)}`
  const eol = eolOf(text)
  if (last !== undefined) {
    const comma = /^[ \t]*,/.exec(text.slice(last.to))?.[0] ?? ''
    const at = last.to + comma.length
    return ok([[{ doc: file, from: at, to: at, text: `${eol}${indentAt(text, last.from)}${written}${comma.trim()}` }]])
  }
  const first = nodes[0]
  if (first === undefined)
    return err({ code: 'cannot-edit', message: 'this file has no field to put the include before' })
  const start = lineStart(text, first.from)
  const alone = /^[ \t]*$/.test(text.slice(start, first.from))
  if (!alone) return ok([[{ doc: file, from: first.from, to: first.from, text: `${written}, ` }]])
  return ok([[{ doc: file, from: start, to: start, text: `${indentAt(text, first.from)}${written}${eol}` }]])
}

const missing = (doc: string): EditFailure => ({ code: 'missing-document', message: `there is no ${doc} to include` })

export function planRemoveInclude(bench: Workbench, doc: string): Plans {
  const { file } = bench.input
  const text = bench.text(file)
  const root = rootOf(bench, file)
  const include = nodesIn(root).find(
    ({ element, from, to }) => element.node === 'include' && text.slice(from, to).includes(`"${doc}"`),
  )
  if (include === undefined)
    return err({ code: 'not-included', message: `${doc} is not included at the top of ${file}` })
  return ok([removeItem({ doc: file, text, node: root }, include)])
}
