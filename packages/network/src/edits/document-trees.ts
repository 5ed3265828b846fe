// The texts that a network was read from, and their trees, each made when it is first asked for.
import { isToken, type Located, type Node, type Place, parseDocument, partsOf } from '@slyglass/hocon'

export class DocumentTrees {
  readonly #texts: Readonly<Record<string, string>>
  readonly #trees = new Map<string, Node>()

  constructor(texts: Readonly<Record<string, string>>) {
    this.#texts = texts
  }

  text(doc: string): string {
    return this.#texts[doc] ?? ''
  }

  slice({ doc, from, to }: Place): string {
    return this.text(doc).slice(from, to)
  }

  tree(doc: string): Node {
    const known = this.#trees.get(doc)
    if (known !== undefined) return known
    const { root } = parseDocument(this.text(doc), 'neuro-san')
    this.#trees.set(doc, root)
    return root
  }

  /** The nodes around a place, outermost first. */
  around({ doc, from, to }: Place): readonly Located<Node>[] {
    const root = this.tree(doc)
    const found: Located<Node>[] = []
    let next: Located<Node> | undefined = { element: root, from: 0, to: root.width }
    while (next !== undefined) {
      found.push(next)
      const parts: readonly Located[] = partsOf(next.element, next.from)
      next = parts.find((part): part is Located<Node> => !isToken(part.element) && part.from <= from && part.to >= to)
    }
    return found
  }

  /** The innermost node of a kind around a place. */
  innermost(place: Place, kind: Node['node']): Located<Node> | undefined {
    return this.around(place).findLast((located) => located.element.node === kind)
  }
}
