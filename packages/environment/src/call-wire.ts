// The wire to a process or to one of its threads. Runs of which nothing lives there are forgotten with the next call: that costs nothing,
// and nobody waits for it.
import type { Writable } from 'node:stream'
import type { ToHost } from './messages.ts'

/** Where no call comes, they are forgotten after this. */
const FORGET_MS = 1_000

export class CallWire {
  readonly #wire: Writable
  #toForget: string[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(wire: Writable) {
    this.#wire = wire
  }

  send(message: ToHost): void {
    if (!this.#wire.writable) return
    this.#wire.write(`${JSON.stringify(message.type === 'call' ? this.#withForgotten(message) : message)}\n`)
  }

  forget(run: string): void {
    this.#toForget.push(run)
    // Calls take along what is to be forgotten, so one clock is enough, which may find nothing.
    this.#timer ??= setTimeout(() => this.#forgetNow(), FORGET_MS).unref()
  }

  #withForgotten(message: Extract<ToHost, { type: 'call' }>): ToHost {
    if (this.#toForget.length === 0) return message
    const drop = this.#toForget
    this.#toForget = []
    return { ...message, drop }
  }

  #forgetNow(): void {
    this.#timer = undefined
    if (this.#toForget.length > 0) this.send({ type: 'drop', scopes: this.#toForget })
    this.#toForget = []
  }
}
