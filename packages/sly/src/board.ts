// The values of a session as the vault holds them, and every way in which they change.
import { type Json, type JsonText, parseJson, printJson } from '@slyglass/base'
import type { SlyChange, SlyDiff } from './contract.ts'
import { mergeValues, pointerPart, type Slot } from './merge.ts'

export interface Held {
  readonly text: JsonText
  readonly value: Json
  readonly fingerprint: string
  readonly bytes: number
}

const FINGERPRINT_DIGITS = 32
/** Values that a key had before, kept so that a person can see a change; the oldest go first. */
const KEPT_EARLIER = 100

export class Board {
  readonly held = new Map<string, Held>()
  /** Types of values that cannot be JSON. */
  readonly opaque = new Map<string, string>()
  version = 0
  #earlier: readonly { readonly key: string; readonly held: Held }[] = []
  readonly #hmac: (text: string) => string
  constructor(hmac: (text: string) => string) {
    this.#hmac = hmac
  }

  update(values: ReadonlyMap<string, JsonText>): SlyChange {
    return this.#change((changes) => {
      for (const [key, text] of values) this.#put(key, text, changes)
    })
  }

  replace(values: ReadonlyMap<string, JsonText>): SlyChange {
    return this.#change((changes) => {
      for (const key of [...this.held.keys(), ...this.opaque.keys()]) if (!values.has(key)) this.#drop(key, changes)
      // What a person takes out is forgotten, its past included.
      this.#earlier = this.#earlier.filter(({ key }) => values.has(key))
      for (const [key, text] of values) {
        this.#put(key, text, changes)
        this.#moveToEnd(key)
      }
    })
  }

  merge(base: ReadonlyMap<string, JsonText>, diff: SlyDiff): SlyChange {
    return this.#change((changes) => {
      for (const [key, text] of Object.entries(diff.set)) this.#mergeKey(key, base.get(key), text, changes)
      for (const key of diff.del) {
        if (this.opaque.has(key)) this.#drop(key, changes)
        else this.#mergeKey(key, base.get(key), undefined, changes)
      }
      for (const [key, type] of Object.entries(diff.opaque)) {
        this.#drop(key, changes)
        this.opaque.set(key, type)
      }
    })
  }

  /** The value of a key that has this fingerprint, now or before. */
  find(key: string, fingerprint: string): Held | undefined {
    const now = this.held.get(key)
    if (now?.fingerprint === fingerprint) return now
    return this.#earlier.find((one) => one.key === key && one.held.fingerprint === fingerprint)?.held
  }

  refs(keys: Iterable<string>): SlyChange['set'] {
    return [...keys].flatMap((key) => {
      const value = this.held.get(key)
      return value === undefined ? [] : [{ key, fingerprint: value.fingerprint, bytes: value.bytes }]
    })
  }

  #change(apply: (changes: Changes) => void): SlyChange {
    const changes: Changes = { set: new Set(), removed: new Set(), conflicts: [] }
    try {
      apply(changes)
    } finally {
      if (changes.set.size + changes.removed.size > 0) this.version += 1
    }
    return { set: this.refs(changes.set), removed: [...changes.removed], conflicts: changes.conflicts }
  }

  #mergeKey(key: string, before: JsonText | undefined, left: JsonText | undefined, changes: Changes): void {
    const ours = this.held.get(key)
    const theirs = read(key, left)
    const { merged, conflicts } =
      ours?.text === before ? { merged: theirs, conflicts: [] } : mergeValues(read(key, before), ours?.value, theirs)
    for (const { path } of conflicts) changes.conflicts.push({ path: `/${pointerPart(key)}${path}` })
    if (merged === undefined) this.#drop(key, changes)
    // What is taken over whole stays as it was written.
    else if (merged === theirs) this.#put(key, left ?? printJson(merged), changes)
    else if (merged !== ours?.value) this.#put(key, printJson(merged), changes)
  }

  #put(key: string, text: JsonText, changes: Changes): void {
    if (this.held.get(key)?.text === text) return
    const value = read(key, text)
    if (value === undefined) return
    const fingerprint = this.#hmac(text).slice(0, FINGERPRINT_DIGITS)
    this.#keepEarlier(key)
    this.held.set(key, { text, value, fingerprint, bytes: new TextEncoder().encode(text).length })
    this.opaque.delete(key)
    changes.set.add(key)
  }

  #keepEarlier(key: string): void {
    const held = this.held.get(key)
    if (held !== undefined) this.#earlier = [...this.#earlier, { key, held }].slice(-KEPT_EARLIER)
  }

  #drop(key: string, changes: Changes): void {
    this.#keepEarlier(key)
    const known = [this.held.delete(key), this.opaque.delete(key)]
    if (known.includes(true)) changes.removed.add(key)
  }

  #moveToEnd(key: string): void {
    const value = this.held.get(key)
    if (value === undefined) return
    this.held.delete(key)
    this.held.set(key, value)
  }
}

interface Changes {
  readonly set: Set<string>
  readonly removed: Set<string>
  readonly conflicts: { readonly path: string }[]
}

/** Values come as valid JSON text; anything else is a defect of whoever brought it. */
function read(key: string, text: JsonText | undefined): Slot {
  if (text === undefined) return undefined
  const parsed = parseJson(text)
  if (!parsed.ok) throw new TypeError(`sly data ${key} is no JSON at character ${parsed.error.offset}`)
  return parsed.value
}
