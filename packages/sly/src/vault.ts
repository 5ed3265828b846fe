// The vault: the one holder of a session's private values, in memory, as exact JSON text.
import type { JsonText } from '@slyglass/base'
import { Board } from './board.ts'
import type { SlyChange, SlyDiff, SlyKeys, SlySealed, SlySearch, SlyVault } from './contract.ts'
import { createSearch } from './search/create-search.ts'
import { slySizeFault } from './size.ts'

export interface VaultOptions {
  /** HMAC-SHA-256 under the session's own key, in hexadecimal digits. The vault never sees the key. */
  hmac(text: string): string
  /** How values are sealed; absent where nothing may be written down. */
  readonly keys?: SlyKeys
  /** What the session begins with. */
  readonly values?: ReadonlyMap<string, JsonText>
}

/** Networks of one session that run side by side have their own public texts. */
const KEPT_SEARCHES = 4

export function createVault(options: VaultOptions): SlyVault {
  return new Vault(options)
}

// A class: an object with getters of its own has a shape of its own, too, which engines keep with all that the object holds.
class Vault implements SlyVault {
  readonly #board: Board
  readonly #keys: SlyKeys | undefined
  readonly #searches = new Map<string, SlySearch>()
  #searchVersion: number

  constructor({ hmac, keys, values }: VaultOptions) {
    this.#board = new Board(hmac)
    this.#keys = keys
    if (values !== undefined) this.#board.update(values)
    this.#searchVersion = this.#board.version
  }

  get version(): number {
    return this.#board.version
  }

  get isEmpty(): boolean {
    return this.#board.held.size + this.#board.earlier().size === 0
  }

  values(): ReadonlyMap<string, JsonText> {
    return new Map([...this.#board.held].map(([key, { text }]) => [key, text]))
  }

  opaque(): ReadonlyMap<string, string> {
    return this.#board.opaque
  }

  find(key: string, fingerprint: string): JsonText | undefined {
    return this.#board.find(key, fingerprint)?.text
  }

  refs(): ReturnType<SlyVault['refs']> {
    return this.#board.refs(this.#board.held.keys())
  }

  sizeFault(set: Iterable<readonly [key: string, text: JsonText]>): string | undefined {
    return slySizeFault(this.values(), set)
  }

  update(values: ReadonlyMap<string, JsonText>): SlyChange {
    return this.#board.update(values)
  }

  replace(values: ReadonlyMap<string, JsonText>): SlyChange {
    return this.#board.replace(values)
  }

  foresee(values: ReadonlyMap<string, JsonText>): void {
    this.#board.foresee(values)
  }

  merge(base: ReadonlyMap<string, JsonText>, diff: SlyDiff): SlyChange {
    return this.#board.merge(base, diff)
  }

  seal(what: Parameters<SlyVault['seal']>[0]): SlySealed | undefined {
    return this.#keys && sealIn(this.#board, this.#keys, what)
  }

  open(name: string, box: string): string | undefined {
    return this.#keys?.open(name, box)
  }

  search(publicText: string): SlySearch {
    const { version, held } = this.#board
    if (this.#searchVersion !== version) this.#searches.clear()
    this.#searchVersion = version
    const known = this.#searches.get(publicText)
    if (known !== undefined) return known
    if (this.#searches.size >= KEPT_SEARCHES) this.#searches.clear()
    const values = new Map([...held].map(([key, { value }]) => [key, value]))
    const earlier = new Map([...this.#board.earlier()].map(([key, before]) => [key, before.map((one) => one.value)]))
    const search = createSearch({ values, earlier }, publicText)
    this.#searches.set(publicText, search)
    return search
  }
}

function sealIn(board: Board, keys: SlyKeys, what: Parameters<SlyVault['seal']>[0]): SlySealed {
  const values = (what.refs ?? []).flatMap(({ key, fingerprint }) => {
    const held = board.find(key, fingerprint)
    return held === undefined ? [] : [[fingerprint, held.text] as const]
  })
  const all = new Map([...values, ...(what.texts ?? [])])
  return { wrapped: keys.wrapped, boxes: [...all].map(([name, text]) => ({ name, box: keys.seal(name, text) })) }
}
