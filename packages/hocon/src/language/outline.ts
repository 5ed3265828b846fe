// The fields of a document as a tree of symbols.

import { innerText } from '../text.ts'
import { isNode, isToken, type Located, type Node, partsOf } from '../tree.ts'
import { fieldsOf, keyOfField } from './spot.ts'
import type { HoconView } from './view.ts'

/** A field, or an object in a list, with those inside it. */
export interface OutlineItem {
  /** The key, with dots where it has them; of an object in a list its title, else its index in brackets. */
  readonly name: string
  readonly kind: 'object' | 'list' | 'value' | 'item'
  /** All of it. */
  readonly from: number
  readonly to: number
  /** Where the name is written: the key, or the text that names an item. */
  readonly nameFrom: number
  readonly nameTo: number
  readonly children: readonly OutlineItem[]
}

/** How items are named. */
export interface OutlineOptions {
  /** Keys whose text names the objects of a list, best first. */
  readonly titles?: readonly string[]
  /** How many levels are listed. Default 4. */
  readonly depth?: number
}

/** The fields and items of a document, nested as they are written. */
export function outlineOf(view: HoconView, doc: string, options: OutlineOptions = {}): readonly OutlineItem[] {
  const { root } = view.parsed(doc)
  return new Outliner(view, options).fields({ element: root, from: 0, to: root.width }, options.depth ?? 4)
}

class Outliner {
  readonly #view: HoconView
  readonly #titles: readonly string[]

  constructor(view: HoconView, options: OutlineOptions) {
    this.#view = view
    this.#titles = options.titles ?? []
  }

  fields(container: Located<Node>, depth: number): readonly OutlineItem[] {
    if (depth === 0) return []
    return fieldsOf(container).flatMap((field): readonly OutlineItem[] => {
      const path = keyOfField(field, this.#view.sources.profile)
      const parts = partsOf(field.element, field.from)
      const key = parts.find((part) => isNode(part.element, 'key'))
      if (path.length === 0 || key === undefined) return []
      const value = parts.find((part): part is Located<Node> => isNode(part.element, 'value'))
      const { kind, children } = this.#inside(value, depth)
      const { from, to } = field
      return [{ name: path.join('.'), kind, from, to, nameFrom: key.from, nameTo: key.to, children }]
    })
  }

  #inside(value: Located<Node> | undefined, depth: number): Pick<OutlineItem, 'kind' | 'children'> {
    if (value === undefined) return { kind: 'value', children: [] }
    const nodes = partsOf(value.element, value.from).filter((part): part is Located<Node> => !isToken(part.element))
    const objects = nodes.filter(({ element }) => element.node === 'object')
    if (objects.length > 0) return { kind: 'object', children: objects.flatMap((one) => this.fields(one, depth - 1)) }
    const lists = nodes.filter(({ element }) => element.node === 'array')
    if (lists.length === 0) return { kind: 'value', children: [] }
    return { kind: 'list', children: lists.flatMap((list) => this.#items(list, depth - 1)) }
  }

  #items(list: Located<Node>, depth: number): readonly OutlineItem[] {
    if (depth === 0) return []
    const values = partsOf(list.element, list.from).filter((part): part is Located<Node> =>
      isNode(part.element, 'value'),
    )
    return values.flatMap((item, index): readonly OutlineItem[] => {
      const { kind, children } = this.#inside(item, depth)
      if (kind !== 'object') return []
      const title = this.#titleOf(item)
      const name = title === undefined ? `[${index}]` : title.text
      const [nameFrom, nameTo] = title === undefined ? [item.from, item.from + 1] : [title.from, title.to]
      return [{ name, kind: 'item', from: item.from, to: item.to, nameFrom, nameTo, children }]
    })
  }

  #titleOf(item: Located<Node>): { readonly text: string; readonly from: number; readonly to: number } | undefined {
    const objects = partsOf(item.element, item.from).filter((part): part is Located<Node> =>
      isNode(part.element, 'object'),
    )
    const fields = objects.flatMap(fieldsOf)
    for (const title of this.#titles) {
      const field = fields.findLast((one) => keyOfField(one, this.#view.sources.profile).join('.') === title)
      const value = field && partsOf(field.element, field.from).find((part) => isNode(part.element, 'value'))
      const only = value !== undefined && !isToken(value.element) ? value.element.parts : []
      const token = only[0]
      if (value === undefined || only.length !== 1 || token === undefined || !isToken(token)) continue
      return { text: innerText(token), from: value.from, to: value.to }
    }
    return undefined
  }
}
