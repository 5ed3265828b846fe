import type { Clock } from '../ports.ts'

interface Timer {
  readonly at: number
  readonly order: number
  ring(): void
}

/** Time that passes only when nothing else is left to do: an hour of waiting takes a moment, always in the same order. */
export class VirtualClock implements Clock {
  #now = 1_700_000_000_000
  #order = 0
  #timers: Timer[] = []
  #turning = false

  now(): number {
    return this.#now
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason)
        return
      }
      const leave = () => {
        this.#timers = this.#timers.filter((one) => one !== timer)
        reject(signal?.reason)
      }
      const ring = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const timer: Timer = { at: this.#now + Math.max(0, ms), order: this.#order++, ring }
      signal?.addEventListener('abort', leave, { once: true })
      this.#timers.push(timer)
      this.#turn()
    })
  }

  #turn(): void {
    if (this.#turning) return
    this.#turning = true
    setImmediate(() => this.#ringNext())
  }

  #ringNext(): void {
    this.#turning = false
    const [next] = this.#timers.sort((a, b) => a.at - b.at || a.order - b.order)
    if (next === undefined) return
    this.#timers.shift()
    this.#now = Math.max(this.#now, next.at)
    next.ring()
    this.#turn()
  }
}
