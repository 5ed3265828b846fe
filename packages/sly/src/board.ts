// The values of a session as the vault holds them, and every way in which they change.
import { type Json, type JsonText, parseJson, printJson } from '@slyglass/base'
import type { SlyChange, SlyDiff } from './contract.ts'
import { mergeValues, pointerPart, type Slot } from './merge.ts'
import { utf8 } from './search/bytes.ts'

export interface Held {
  readonly text: JsonText
  readonly value: Json
  readonly fingerprint: string
  readonly bytes: number
}

const FINGERPRINT_DIGITS = 32
/** Values that a key had before, kept so that a person can see a change and that they stay masked; the oldest go first. */
const KEPT_EARLIER = 100

export class Board {
  readonly held = new Map<string, Held>()
  /** Types of values that cannot be JSON. */
  readonly opaque = new Map<string, string>()
  version = 0
  /** Newest last. */
  readonly #earlier = new Map<string, readonly Held[]>()
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
      for (const key of [...this.#earlier.keys()]) if (!values.has(key)) this.#forget(key)
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
    return this.#earlier.get(key)?.find((held) => held.fingerprint === fingerprint)
  }

  /** Values that are private and not held: those a key had before, and those a running call has not handed over yet. */
  earlier(): ReadonlyMap<string, readonly Held[]> {
    return this.#earlier
  }

  /** Values that a running call has written; the board holds them only once the call hands them over. */
  foresee(values: ReadonlyMap<string, JsonText>): void {
    for (const [key, text] of values) {
      const known = [this.held.get(key), ...(this.#earlier.get(key) ?? [])]
      if (known.some((held) => held?.text === text)) continue
      const held = this.#hold(key, text)
      if (held === undefined) continue
      this.#keep(key, held)
      this.version += 1
    }
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
    const held = this.#hold(key, text)
    if (held === undefined) return
    this.#keepEarlier(key)
    this.held.set(key, held)
    this.opaque.delete(key)
    changes.set.add(key)
  }

  #keepEarlier(key: string): void {
    const held = this.held.get(key)
    if (held !== undefined) this.#keep(key, held)
  }

  #keep(key: string, held: Held): void {
    const others = (this.#earlier.get(key) ?? []).filter(({ text }) => text !== held.text)
    this.#earlier.set(key, [...others, held].slice(-KEPT_EARLIER))
  }

  #forget(key: string): void {
    this.#earlier.delete(key)
    this.version += 1
  }

  #hold(key: string, text: JsonText): Held | undefined {
    const value = read(key, text)
    if (value === undefined) return undefined
    const fingerprint = this.#hmac(text).slice(0, FINGERPRINT_DIGITS)
    return { text, value, fingerprint, bytes: utf8(text).length }
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
