// A new field in an object literal.
import type { Json } from '@slyglass/base'
import { isToken, type Located, type Node, type Place, partsOf } from '@slyglass/hocon'
import { insertItem } from './items.ts'
import { styleOf } from './style.ts'
import type { Plan, Workbench } from './workbench.ts'
import { writeField } from './write-value.ts'

/** The object literal at a place: the place itself, or the last literal of the expression that stands there. */
export function objectLiteral(bench: Workbench, place: Place): Located<Node> | undefined {
  const innermost = bench.around(place).at(-1)
  if (innermost === undefined) return undefined
  if (innermost.element.node === 'object' && innermost.from === place.from) return innermost
  if (innermost.element.node === 'document') return objectIn(innermost) ?? innermost
  const value = innermost.element.node === 'value' ? innermost : bench.innermost(place, 'value')
  if (value === undefined) return undefined
  return objectIn(value)
}

const objectIn = (node: Located<Node>): Located<Node> | undefined =>
  partsOf(node.element, node.from).findLast(
    (part): part is Located<Node> => !isToken(part.element) && part.element.node === 'object',
  )

/** Adds a field to the object at a place; undefined when no object literal stands there. */
export function insertField(bench: Workbench, place: Place, key: string, value: Json): Plan | undefined {
  const node = objectLiteral(bench, place)
  if (node === undefined) return undefined
  const text = bench.text(place.doc)
  const style = styleOf(text, node)
  return insertItem({ doc: place.doc, text, node }, (indent) => writeField(key, value, style, indent))
}
