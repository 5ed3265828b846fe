// What the planning of an edit works with: the network as read, the texts, and their trees.
import type { Result } from '@slyglass/base'
import { isToken, type Located, type Node, type Place, parseDocument, partsOf } from '@slyglass/hocon'
import type { DocumentEdit } from '../model.ts'
import type { EntrySource, NetworkInput, NetworkSource } from '../read-network.ts'

/** Why an edit cannot be made. */
export interface EditFailure {
  readonly code: string
  readonly message: string
}

/** One way to make the change. Ways are tried in order until one turns out to do exactly what was asked. */
export type Plan = readonly DocumentEdit[]
export type Plans = Result<readonly Plan[], EditFailure>

export class Workbench {
  readonly input: NetworkInput
  readonly source: NetworkSource
  readonly #trees = new Map<string, Node>()

  constructor(input: NetworkInput, source: NetworkSource) {
    this.input = input
    this.source = source
  }

  text(doc: string): string {
    return this.input.texts[doc] ?? ''
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

  entry(name: string): EntrySource | undefined {
    return this.source.entries.find(({ entry }) => entry.name === name)
  }
}

/** Each edit once. */
export function distinct(edits: readonly DocumentEdit[]): Plan {
  const seen = new Set<string>()
  return edits.filter(({ doc, from, to, text }) => {
    const id = JSON.stringify([doc, from, to, text])
    if (seen.has(id)) return false
    seen.add(id)
    return true
  })
}
