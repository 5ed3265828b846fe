// What an author writes to change what tools share: `update().set('a', 1).append('log', 'x')`.
import { isJsonObject, type Json } from '@slyglass/base'
import type { ContextOp } from './context-ops.ts'
import { plainJson } from './plain-json.ts'

/** Changes under construction. Each method returns the same object. */
export class ContextUpdate {
  readonly #ops: ContextOp[] = []

  /** The changes so far, in order. */
  get ops(): readonly ContextOp[] {
    return [...this.#ops]
  }

  /** Replaces a value. */
  set(key: string, value: unknown): this {
    return this.#add({ op: 'set', key, value: plainJson(value) })
  }

  /** Lays an object over the one that is there, at any depth. */
  merge(key: string, value: object): this {
    const json: Json = plainJson(value)
    if (!isJsonObject(json)) throw new TypeError(`merge("${key}", …) takes an object with keys.`)
    return this.#add({ op: 'merge', key, value: json })
  }

  /** Adds an item to the end of a list. */
  append(key: string, item: unknown): this {
    return this.#add({ op: 'append', key, value: plainJson(item) })
  }

  /** Takes a value away. */
  delete(key: string): this {
    return this.#add({ op: 'delete', key })
  }

  /** Leaves a record in the run's log that is no message. */
  logEvent(type: string, data: unknown = null): this {
    return this.#add({ op: 'log_event', type, data: plainJson(data) })
  }

  #add(op: ContextOp): this {
    this.#ops.push(op)
    return this
  }
}

/** Begins an update. */
export function update(): ContextUpdate {
  return new ContextUpdate()
}
