// What one run holds: its hosts, what they reported, how its classes are called, and the calls that are in it.
import type { HostCall } from '@slyglass/runtime'
import type { PooledHost } from './host-pool.ts'
import type { CallMessage } from './messages.ts'
import { PendingSly } from './pending-sly.ts'
import { StartOrder } from './start-order.ts'
import { keyOfSources } from './tool-places.ts'

/** What is the same for all calls of a class in a run. */
export interface CallPlan {
  readonly host: PooledHost
  readonly language: 'python' | 'typescript'
  /** Python: modules to try, in order. */
  readonly modules: readonly string[]
  /** TypeScript: what is loaded. */
  readonly bundle?: NonNullable<CallMessage['bundle']>
}

export class RunState {
  /** By network and language. */
  readonly hosts = new Map<string, Promise<PooledHost>>()
  /** Every process that it used. */
  readonly used = new Set<PooledHost>()
  readonly pending = new PendingSly()
  readonly order = new StartOrder()
  /** By sources and class: while its process is there, nothing has to be looked up again. */
  readonly #plans = new Map<string, Map<string, CallPlan>>()
  #calls = 0
  #whenQuiet: (() => void)[] = []

  get calls(): number {
    return this.#calls
  }

  beginCall(): void {
    this.#calls += 1
  }

  endCall(): void {
    this.#calls -= 1
    if (this.#calls > 0) return
    for (const resolve of this.#whenQuiet.splice(0)) resolve()
  }

  /** Resolves when no call is in it. */
  quiet(): Promise<void> {
    return this.#calls === 0 ? Promise.resolve() : new Promise((resolve) => this.#whenQuiet.push(resolve))
  }

  planOf(call: HostCall): CallPlan | undefined {
    return this.#plans.get(keyOfSources(call.sources))?.get(calledAs(call))
  }

  keepPlan(call: HostCall, plan: CallPlan): void {
    const key = keyOfSources(call.sources)
    const plans = this.#plans.get(key) ?? new Map<string, CallPlan>()
    this.#plans.set(key, plans.set(calledAs(call), plan))
  }

  forgetPlan(call: HostCall): void {
    this.#plans.get(keyOfSources(call.sources))?.delete(calledAs(call))
  }
}

/** No class of a tool is called like a step. */
function calledAs({ className, middleware }: HostCall): string {
  return middleware === undefined ? className : `step of ${className}`
}
