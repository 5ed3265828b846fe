// The bulletin board of one run in its worker: one live object for all calls, and what changed on it.
import { type Json, type JsonText, jsonEquals, parseJson, printJson } from '@slyglass/base'
import { bareObject } from '@slyglass/tools/define'
import type { WorkerCall } from './call.ts'
import { mergeJson } from './merge.ts'
import { toTotalJson, toValue, typeName } from './values.ts'

export interface BoardDiff {
  readonly set: Readonly<Record<string, JsonText>>
  readonly del: readonly string[]
  readonly opaque: Readonly<Record<string, string>>
  readonly base: Readonly<Record<string, JsonText>>
  readonly report: number
}

const NOTHING = Object.freeze({})
const NO_KEYS: readonly string[] = Object.freeze([])

/** Of a board of which nothing is told. */
export function untold(report: number): BoardDiff {
  return { set: NOTHING, del: NO_KEYS, opaque: NOTHING, base: NOTHING, report }
}

/** Nothing is told but its number. */
export function isUntold({ set, del, opaque, base }: BoardDiff): boolean {
  return set === NOTHING && del === NO_KEYS && opaque === NOTHING && base === NOTHING
}

/** Without a prototype, so that a key called __proto__ is data. */
const emptyTexts = (): Record<string, JsonText> => Object.create(null)

const ASKED_BY_THE_LANGUAGE = new Set(['toJSON', 'then', 'constructor', 'toString', 'valueOf'])

function canClose(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'close') === 'function'
}

/** Holds the live values, and per key the text that this worker and the server agreed on last. */
export class Board {
  /** What tools get as sly data: reads and writes are noted for the current call. */
  readonly data: Record<string, unknown>
  readonly #values = bareObject()
  readonly #agreed = new Map<string, { readonly text: JsonText; readonly json: Json }>()
  readonly #opaque = new Map<string, string>()
  /** Changes that the server may not have heard of when it sent what comes in: the report, and the text before. */
  readonly #unheard = new Map<string, { readonly report: number; readonly base: JsonText | undefined }>()
  #reports = 0
  readonly #writers = new Map<string, Set<WorkerCall>>()
  readonly #current: () => WorkerCall | undefined
  readonly #fresh = new Set<string>()

  constructor(current: () => WorkerCall | undefined) {
    this.#current = current
    this.data = new Proxy(this.#values, {
      get: (target, key) => {
        this.#noteRead(key)
        return Reflect.get(target, key)
      },
      has: (target, key) => {
        this.#noteRead(key)
        return Reflect.has(target, key)
      },
      ownKeys: (target) => {
        const keys = Reflect.ownKeys(target)
        for (const key of keys) this.#noteRead(key)
        return keys
      },
      set: (target, key, value) => {
        this.#noteWrite(key)
        return Reflect.set(target, key, value)
      },
      defineProperty: (target, key, descriptor) => {
        this.#noteWrite(key)
        return Reflect.defineProperty(target, key, descriptor)
      },
      deleteProperty: (target, key) => {
        this.#noteWrite(key)
        return Reflect.deleteProperty(target, key)
      },
    })
  }

  keys(): readonly string[] {
    return Object.keys(this.#values)
  }

  /** Values in the order of their keys, past the tracking. */
  entries(): readonly (readonly [string, unknown])[] {
    return Object.entries(this.#values)
  }

  /** A value lives here that no other thread can be given. */
  isLive(): boolean {
    return this.#opaque.size > 0 || Object.values(this.#values).some(canClose)
  }

  /**
   * Brings the server's values in, which are as of its hearing report number `seen`. A key that was changed here meanwhile is
   * merged, not overwritten.
   */
  takeIn(incoming: Readonly<Record<string, JsonText>>, seen: number): void {
    for (const [key, { report }] of this.#unheard) if (report <= seen) this.#unheard.delete(key)
    for (const [key, text] of Object.entries(incoming)) {
      if (this.#agreed.get(key)?.text === text) continue
      if (this.#unheard.has(key)) this.#takeInOlder(key, text)
      else this.#takeInKey(key, text)
    }
    for (const key of [...this.#agreed.keys()]) {
      if (Object.hasOwn(incoming, key) || this.#unheard.has(key)) continue
      if (!this.#isDirty(key)) delete this.#values[key]
      this.#agreed.delete(key)
    }
  }

  /** Values of keys that were written since this was last asked; undefined when there are none. */
  takeFresh(): Readonly<Record<string, JsonText>> | undefined {
    if (this.#fresh.size === 0) return undefined
    const values = emptyTexts()
    for (const key of this.#fresh) {
      const json = this.#jsonOf(key)
      if (json !== undefined) values[key] = printJson(json)
    }
    this.#fresh.clear()
    return Object.keys(values).length === 0 ? undefined : { ...values }
  }

  /** What the server does not know yet. Keys that only other running calls wrote stay with those. */
  diff(call: WorkerCall, running: ReadonlySet<WorkerCall>): BoardDiff {
    this.#reports += 1
    const report = this.#reports
    const keys = new Set([...Object.keys(this.#values), ...this.#agreed.keys()])
    const changed = [...keys].filter((key) => !this.#isOfOthers(key, call, running) && this.#isDirty(key))
    for (const writers of this.#writers.values()) writers.delete(call)
    const gone = [...this.#opaque.keys()].filter((key) => !Object.hasOwn(this.#values, key))
    if (changed.length + gone.length === 0) return untold(report)
    const [set, base, opaque] = [emptyTexts(), emptyTexts(), emptyTexts()]
    const del: string[] = []
    for (const key of changed) {
      const agreed = this.#agreed.get(key)
      if (agreed !== undefined) base[key] = agreed.text
      this.#unheard.set(key, { report, base: agreed?.text })
      if (!Object.hasOwn(this.#values, key)) {
        del.push(key)
        this.#agreed.delete(key)
        continue
      }
      const json = this.#jsonOf(key)
      if (json === undefined) {
        opaque[key] = typeName(this.#values[key])
        this.#opaque.set(key, opaque[key])
        this.#agreed.delete(key)
      } else {
        set[key] = printJson(json)
        this.#agreed.set(key, { text: set[key], json })
        this.#opaque.delete(key)
      }
    }
    for (const key of gone) this.#opaque.delete(key)
    return { set, del: [...del, ...gone], opaque, base, report }
  }

  #noteRead(key: string | symbol): void {
    if (typeof key !== 'string') return
    // JSON.stringify, await and console ask for these by themselves.
    if (ASKED_BY_THE_LANGUAGE.has(key) && !Object.hasOwn(this.#values, key)) return
    this.#current()?.reads.add(key)
  }

  #noteWrite(key: string | symbol): void {
    if (typeof key === 'string') this.#fresh.add(key)
    const call = this.#current()
    if (call === undefined || typeof key !== 'string') return
    const writers = this.#writers.get(key) ?? new Set()
    this.#writers.set(key, writers.add(call))
  }

  /** The sender did not know of our change yet. What is new to both is merged, and told with the next report. */
  #takeInOlder(key: string, text: JsonText): void {
    const before = this.#unheard.get(key)?.base
    if (text === before) return
    const [base, theirs] = [before === undefined ? undefined : parseJson(before), parseJson(text)]
    if (!theirs.ok) return
    const merged = mergeJson(base?.ok === true ? base.value : undefined, theirs.value, this.#jsonOf(key))
    if (merged === undefined) delete this.#values[key]
    else this.#values[key] = toValue(merged)
  }

  #takeInKey(key: string, text: JsonText): void {
    const parsed = parseJson(text)
    if (!parsed.ok) return
    const json = parsed.value
    const value = this.#isDirty(key) ? mergeJson(this.#agreed.get(key)?.json, json, this.#jsonOf(key)) : json
    if (value === undefined) delete this.#values[key]
    else this.#values[key] = toValue(value)
    this.#agreed.set(key, { text, json })
    this.#opaque.delete(key)
  }

  #isDirty(key: string): boolean {
    const agreed = this.#agreed.get(key)
    if (!Object.hasOwn(this.#values, key)) return agreed !== undefined
    if (agreed === undefined) return !this.#opaque.has(key)
    const json = this.#jsonOf(key)
    return json === undefined || !jsonEquals(json, agreed.json)
  }

  #jsonOf(key: string): Json | undefined {
    if (!Object.hasOwn(this.#values, key)) return undefined
    try {
      return toTotalJson(this.#values[key], this.#agreed.get(key)?.json)
    } catch {
      // Nothing that JSON can hold, or a value that does not let itself be looked at.
      return undefined
    }
  }

  #isOfOthers(key: string, call: WorkerCall, running: ReadonlySet<WorkerCall>): boolean {
    const writers = this.#writers.get(key)
    return writers !== undefined && !writers.has(call) && [...writers].some((writer) => running.has(writer))
  }
}
