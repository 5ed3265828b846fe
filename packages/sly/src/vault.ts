// The vault: the one holder of a session's private values, in memory, as exact JSON text.
import type { JsonText } from '@slyglass/base'
import { Board } from './board.ts'
import type { SlyKeys, SlySealed, SlySearch, SlyVault } from './contract.ts'
import { createSearch } from './search/create-search.ts'

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
  const board = new Board(options.hmac)
  if (options.values !== undefined) board.update(options.values)
  const searches = new Map<string, SlySearch>()
  let searchVersion = board.version
  return {
    get version() {
      return board.version
    },
    get isEmpty() {
      return board.held.size + board.earlier().size === 0
    },
    values: () => new Map([...board.held].map(([key, { text }]) => [key, text])),
    opaque: () => new Map(board.opaque),
    find: (key, fingerprint) => board.find(key, fingerprint)?.text,
    refs: () => board.refs(board.held.keys()),
    update: (values) => board.update(values),
    replace: (values) => board.replace(values),
    foresee: (values) => board.foresee(values),
    merge: (base, diff) => board.merge(base, diff),
    seal: (what) => options.keys && sealIn(board, options.keys, what),
    open: (name, box) => options.keys?.open(name, box),
    search: (publicText) => {
      if (searchVersion !== board.version) searches.clear()
      searchVersion = board.version
      const known = searches.get(publicText)
      if (known !== undefined) return known
      if (searches.size >= KEPT_SEARCHES) searches.clear()
      const values = new Map([...board.held].map(([key, { value }]) => [key, value]))
      const earlier = new Map([...board.earlier()].map(([key, held]) => [key, held.map(({ value }) => value)]))
      const search = createSearch({ values, earlier }, publicText)
      searches.set(publicText, search)
      return search
    },
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
