// The vault: the one holder of a session's private values, in memory, as exact JSON text.
import { type Json, type JsonText, parseJson, printJson } from '@slyglass/base'
import type { SlyChange, SlyDiff, SlySearch, SlyVault } from './contract.ts'
import { mergeValues, pointerPart, type Slot } from './merge.ts'
import { createSearch } from './search/create-search.ts'

export interface VaultOptions {
  /** HMAC-SHA-256 under the session's own key, in hexadecimal digits. The vault never sees the key. */
  hmac(text: string): string
  /** What the session begins with. */
  readonly values?: ReadonlyMap<string, JsonText>
}

interface Held {
  readonly text: JsonText
  readonly value: Json
  readonly fingerprint: string
  readonly bytes: number
}

interface Changes {
  readonly set: Set<string>
  readonly removed: Set<string>
  readonly conflicts: { readonly path: string }[]
}

const FINGERPRINT_DIGITS = 32

export function createVault(options: VaultOptions): SlyVault {
  const held = new Map<string, Held>()
  const opaque = new Map<string, string>()
  let version = 0
  let lastSearch: { readonly version: number; readonly publicText: string; readonly search: SlySearch } | undefined

  const put = (key: string, text: JsonText, changes: Changes): void => {
    if (held.get(key)?.text === text) return
    held.set(key, hold(options, key, text))
    opaque.delete(key)
    changes.set.add(key)
  }
  const drop = (key: string, changes: Changes): void => {
    if (held.delete(key)) changes.removed.add(key)
    if (opaque.delete(key)) changes.removed.add(key)
  }
  const set = (key: string, text: JsonText | undefined, changes: Changes): void => {
    if (text === undefined) drop(key, changes)
    else put(key, text, changes)
  }
  const change = (apply: (changes: Changes) => void): SlyChange => {
    const changes: Changes = { set: new Set(), removed: new Set(), conflicts: [] }
    apply(changes)
    if (changes.set.size + changes.removed.size > 0) version += 1
    return {
      set: [...changes.set].flatMap((key) => refOf(key, held.get(key))),
      removed: [...changes.removed],
      conflicts: changes.conflicts,
    }
  }
  const mergeKey = (key: string, before: JsonText | undefined, left: JsonText | undefined, changes: Changes): void => {
    const ours = held.get(key)
    if (ours?.text === before) {
      set(key, left, changes)
      return
    }
    const theirs = read(key, left)
    const { merged, conflicts } = mergeValues(read(key, before), ours?.value, theirs)
    for (const { path } of conflicts) changes.conflicts.push({ path: `/${pointerPart(key)}${path}` })
    // What is taken over whole stays as it was written.
    if (merged === ours?.value) return
    if (merged === undefined || merged === theirs) set(key, left, changes)
    else put(key, printJson(merged), changes)
  }
  const vault: SlyVault = {
    get version() {
      return version
    },
    values: () => new Map([...held].map(([key, { text }]) => [key, text])),
    opaque: () => new Map(opaque),
    refs: () => [...held].flatMap(([key, value]) => refOf(key, value)),
    update: (values) =>
      change((changes) => {
        for (const [key, text] of values) put(key, text, changes)
      }),
    replace: (values) =>
      change((changes) => {
        for (const key of [...held.keys(), ...opaque.keys()]) if (!values.has(key)) drop(key, changes)
        for (const [key, text] of values) put(key, text, changes)
        reorder(held, values.keys())
      }),
    merge: (base, diff: SlyDiff) =>
      change((changes) => {
        for (const [key, text] of Object.entries(diff.set)) mergeKey(key, base.get(key), text, changes)
        for (const key of diff.del) {
          if (opaque.has(key)) drop(key, changes)
          else mergeKey(key, base.get(key), undefined, changes)
        }
        for (const [key, type] of Object.entries(diff.opaque)) {
          drop(key, changes)
          opaque.set(key, type)
        }
      }),
    search: (publicText) => {
      if (lastSearch?.version !== version || lastSearch.publicText !== publicText)
        lastSearch = {
          version,
          publicText,
          search: createSearch(new Map([...held].map(([key, { value }]) => [key, value])), publicText),
        }
      return lastSearch.search
    },
  }
  if (options.values !== undefined) vault.update(options.values)
  return vault
}

function refOf(key: string, value: Held | undefined): SlyChange['set'] {
  return value === undefined ? [] : [{ key, fingerprint: value.fingerprint, bytes: value.bytes }]
}

function hold(options: VaultOptions, key: string, text: JsonText): Held {
  const value = read(key, text)
  if (value === undefined) throw new TypeError(`sly data ${key} has no value`)
  const fingerprint = options.hmac(text).slice(0, FINGERPRINT_DIGITS)
  return { text, value, fingerprint, bytes: new TextEncoder().encode(text).length }
}

/** Values reach the vault as valid JSON text; anything else is a defect of whoever brought it. */
function read(key: string, text: JsonText | undefined): Slot {
  if (text === undefined) return undefined
  const parsed = parseJson(text)
  if (!parsed.ok) throw new TypeError(`sly data ${key} is no JSON at character ${parsed.error.offset}`)
  return parsed.value
}

function reorder(held: Map<string, Held>, keys: Iterable<string>): void {
  for (const key of keys) {
    const value = held.get(key)
    if (value === undefined) continue
    held.delete(key)
    held.set(key, value)
  }
}
