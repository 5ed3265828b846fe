// A tree as a flat row of items with the gaps between them: what formatting and colouring walk over.
import { type Element, isToken, isTrivia, type Node, type Token } from '../tree.ts'

export type ItemKind = 'open' | 'close' | 'comma' | 'separator' | 'key' | 'include' | 'piece' | 'broken'

/** Something that is no blank, newline or comment. Keys and includes are one item each. */
export interface Item {
  readonly kind: ItemKind
  readonly from: number
  readonly to: number
  /** The gap before it stands inside a value, where every blank may count. */
  readonly glued: boolean
  /** Blanks, newlines and comments between the item before and this one. */
  readonly gap: readonly Token[]
}

/** The items of a tree in the order of the text, and what follows the last one. */
export interface Items {
  readonly items: readonly Item[]
  readonly tail: readonly Token[]
}

class Collector {
  readonly items: Item[] = []
  gap: Token[] = []
  #at = 0

  walk(node: Node): void {
    let pieces = 0
    for (const part of node.parts) {
      const glued = node.node === 'value' && pieces > 0
      if (isToken(part)) this.#token(part, node, glued)
      else this.#node(part, glued)
      if (!isTrivia(part)) pieces += 1
    }
  }

  #token(token: Token, parent: Node, glued: boolean): void {
    if (isTrivia(token)) {
      this.gap.push(token)
      this.#at += token.width
    } else this.#add(kindOf(token, parent), token.width, glued)
  }

  #node(node: Node, glued: boolean): void {
    if (node.node === 'key' || node.node === 'include') this.#add(node.node, node.width, false)
    else if (node.node === 'error') this.#add('broken', node.width, glued)
    else if ((node.node === 'object' || node.node === 'array') && node.parts.length > 0) this.#bracket(node, glued)
    else this.walk(node)
  }

  // The opening bracket is glued as its node is; what stands inside is not.
  #bracket(node: Node, glued: boolean): void {
    const [open, ...rest] = node.parts
    this.#add('open', (open as Element).width, glued)
    this.walk({ ...node, parts: rest })
  }

  #add(kind: ItemKind, width: number, glued: boolean): void {
    this.items.push({ kind, from: this.#at, to: this.#at + width, glued, gap: this.gap })
    this.gap = []
    this.#at += width
  }
}

function kindOf({ token }: Token, parent: Node): ItemKind {
  if (parent.node === 'value') return 'piece'
  return token === 'open' || token === 'close' || token === 'comma' || token === 'separator' ? token : 'broken'
}

export function itemsOfTree(root: Node): Items {
  const collector = new Collector()
  collector.walk(root)
  return { items: collector.items, tail: collector.gap }
}
