// One thread of a TypeScript host, seen from the server: its pipe, the calls that are in it, the runs that were called there last.
import type { Duplex } from 'node:stream'
import { CallWire } from './call-wire.ts'
import type { ToHost } from './messages.ts'

/** Where the messages of a call go. */
export interface CallPlace {
  send(message: ToHost): void
}

/** A run in a thread. What its board reports is counted anew in each. */
export class ThreadPlace implements CallPlace {
  readonly run: string
  readonly thread: HostThread

  constructor(run: string, thread: HostThread) {
    this.run = run
    this.thread = thread
  }

  /** Something of the run lives there and nowhere else. */
  get holds(): boolean {
    return this.thread.holders.has(this)
  }

  send(message: ToHost): void {
    this.thread.send(message)
  }
}

interface ThreadCall {
  readonly place: ThreadPlace
  /** The tool, as its network names it. */
  name?: string
  /** How many calls were sent before it; undefined before it is sent. */
  sentAs?: number
}

export class HostThread {
  readonly number: number
  readonly calls = new Map<string, ThreadCall>()
  readonly places = new Map<string, ThreadPlace>()
  /** Runs of which something lives here: nobody else is called here then. */
  readonly holders = new Set<ThreadPlace>()
  /** Resolves when all that it said has been heard. */
  readonly silent: Promise<void>
  /** Runs that it has had. */
  runs = 0
  /** When it was used last, in calls of its host. */
  usedAt = 0
  /** It gets no other runs, and ends with its last call. */
  isRetired = false
  isEnding = false
  /** Tools whose calls it did not let go when they were stopped: it ends for them. */
  readonly stopped: string[] = []
  /** It was asked whether it answers. */
  isAsked = false
  readonly #wire: CallWire
  #sent = 0

  constructor(number: number, wire: Duplex) {
    this.number = number
    this.#wire = new CallWire(wire)
    this.silent = new Promise((resolve) => wire.once('close', resolve))
  }

  get takesRuns(): boolean {
    return !this.isEnding && !this.isRetired
  }

  get isFree(): boolean {
    return this.takesRuns && this.calls.size === 0 && this.holders.size === 0
  }

  /** A call of the run is in it. */
  worksFor(place: ThreadPlace): boolean {
    for (const call of this.calls.values()) if (call.place === place) return true
    return false
  }

  send(message: ToHost): void {
    const call = message.type === 'call' ? this.calls.get(message.call) : undefined
    if (message.type === 'call' && call !== undefined) {
      call.sentAs = this.#sent
      call.name = message.origin.at(-1)?.tool ?? message.class
    }
    if (message.type === 'call') this.#sent += 1
    this.#wire.send(message)
  }

  /** Nothing of the run lives here. */
  forget(run: string): void {
    this.#wire.forget(run)
  }
}
