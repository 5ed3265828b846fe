// The threads of a TypeScript host, and which run is called in which. A run keeps its thread while that is free for it. Where another
// run is at work nobody is called, unless in all threads that there can be somebody is.
import type { Duplex } from 'node:stream'
import { ClosingRuns } from './closing-runs.ts'
import { HostThread, ThreadPlace } from './host-thread.ts'
import { whyLost } from './lost-calls.ts'
import type { DoneMessage, FromHost, ToHost } from './messages.ts'
import type { ThreadCounts } from './thread-counts.ts'

export interface ThreadsSetting {
  readonly counts: ThreadCounts
  /** To the thread of the host that starts and ends the others. */
  readonly control: (message: ToHost) => void
  /** Hears what comes over a wire. */
  readonly listen: (wire: Duplex, onPong: () => void) => void
  readonly done: (message: DoneMessage) => void
  /** The thread of a call ended before it took the call up. */
  readonly again: (call: string) => void
  /** No thread is left. */
  readonly onNone: () => void
}

interface Waiting {
  readonly run: string
  readonly call: string
  readonly since: number
  readonly grant: (place: ThreadPlace) => void
}

/** A run waits for its own thread rather than to be called in another: most tools are over before that. */
const PATIENCE_MS = 10
/** A thread takes about that long to start. */
const START_MS = 50
/** A thread that has not answered by then is taken by a tool that lets nobody else in. */
const ANSWER_MS = 100
/** What an ended thread has said is heard by then. */
const SILENCE_MS = 250
/** What tools leave in the memory of a thread goes with it. */
const MOST_RUNS = 10_000

export class HostThreads {
  readonly #setting: ThreadsSetting
  readonly #unopened: Duplex[]
  readonly #wires: number
  readonly #threads = new Set<HostThread>()
  readonly #places = new Map<string, ThreadPlace>()
  readonly #threadOf = new Map<string, HostThread>()
  readonly #closing = new ClosingRuns<ThreadPlace>()
  #waiting: Waiting[] = []
  #timer: NodeJS.Timeout | undefined
  #begun = 0
  #isOver = false

  /** `wires`: one for each thread that there can be. */
  constructor(wires: readonly Duplex[], setting: ThreadsSetting) {
    this.#setting = setting
    this.#unopened = [...wires]
    this.#wires = wires.length
    this.#open()
  }

  /** How many there are or can be. A thread that ended leaves its place empty. */
  get left(): number {
    let left = this.#unopened.length
    for (const thread of this.#threads) if (thread.takesRuns) left += 1
    return left
  }

  /** Where a call of a run goes. */
  take(run: string, call: string): ThreadPlace | Promise<ThreadPlace> {
    const isBehind = this.#waiting.length > 0 && this.#waiting.some((other) => other.run === run)
    const place = isBehind ? undefined : this.#placeNow(run)
    if (place !== undefined) return this.#begin(place, call)
    if (!this.#isOver) this.#timer ??= this.#hurrySoon()
    return new Promise((grant) => this.#waiting.push({ run, call, since: performance.now(), grant }))
  }

  /** A call is over. */
  onDone(message: DoneMessage): void {
    const thread = this.#threadOf.get(message.call)
    const place = thread?.calls.get(message.call)?.place
    if (thread === undefined || place === undefined) return
    if (this.#places.get(place.run) === place) {
      if (message.holds === true) thread.holders.add(place)
      else thread.holders.delete(place)
    }
    this.#leave(thread, message.call)
  }

  /** Nobody waits for the call any more. */
  forget(call: string): void {
    this.#waiting = this.#waiting.filter((other) => other.call !== call)
    const thread = this.#threadOf.get(call)
    if (thread !== undefined && thread.calls.get(call)?.sentAs === undefined) this.#leave(thread, call)
  }

  /** A thread cannot be interrupted, only ended: other calls of the run are lost with it. Those of other runs are not, if they go on. */
  stop(call: string): void {
    const thread = this.#threadOf.get(call)
    const { place, name } = thread?.calls.get(call) ?? {}
    if (thread === undefined || place === undefined) return
    this.#leave(thread, call, false)
    this.#setting.done(lost(call, 'cancelled', ''))
    if (name !== undefined) thread.stopped.push(name)
    thread.isRetired = true
    const isAlone = [...thread.calls.values()].every((other) => other.place === place)
    if (isAlone) this.#end(thread)
    else this.#ask(thread)
    if (!isAlone) setTimeout(() => thread.isAsked && this.#end(thread), ANSWER_MS)
  }

  /** Closes what a run has parked. */
  close(run: string, withinMs: number): Promise<void> {
    const place = this.#places.get(run)
    this.#places.delete(run)
    if (place === undefined || place.thread.isEnding) return Promise.resolve()
    if (!place.holds) {
      this.#dropFrom(place)
      return Promise.resolve()
    }
    const closed = this.#closing.wait(run, place, withinMs)
    place.send({ type: 'close', scope: run })
    return closed
  }

  onClosed({ scope, atRest }: Extract<FromHost, { type: 'closed' }>): void {
    const place = this.#closing.finish(scope)
    if (place === undefined) return
    const { thread } = place
    thread.holders.delete(place)
    if (thread.places.get(scope) === place) thread.places.delete(scope)
    if (atRest !== true) thread.isRetired = true
    if (thread.calls.size === 0) this.#rest(thread)
  }

  /** A thread is over: calls that it had begun are lost. */
  async onEnded({ thread: number, taken, code, message }: Extract<FromHost, { type: 'ended' }>): Promise<void> {
    const thread = [...this.#threads].find((one) => one.number === number)
    if (thread === undefined) return
    thread.isEnding = true
    await Promise.race([thread.silent, new Promise((resolve) => setTimeout(resolve, SILENCE_MS).unref())])
    this.#threads.delete(thread)
    for (const place of thread.places.values()) {
      if (this.#places.get(place.run) === place) this.#places.delete(place.run)
    }
    this.#closing.end((place) => place.thread === thread)
    const begun = [...thread.calls.values()].filter(({ sentAs }) => sentAs !== undefined && sentAs < taken)
    const why = whyLost({ code, message }, { stopped: thread.stopped, begun: begun.map(({ name = '' }) => name) })
    for (const [call, { sentAs }] of thread.calls) {
      this.#threadOf.delete(call)
      if (sentAs === undefined || sentAs >= taken) this.#setting.again(call)
      else this.#setting.done(lost(call, why.code, why.message))
    }
    if (this.left === 0) this.#setting.onNone()
  }

  /** The process is over. */
  stopWaiting(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#waiting = []
  }

  #placeNow(run: string): ThreadPlace | undefined {
    const known = this.#places.get(run)
    if (known !== undefined && !known.thread.isEnding) {
      const { thread } = known
      // A retired thread may hang, whoever works in it: only what lives there and nowhere else leads back to it.
      if (known.holds || thread.isFree || (thread.takesRuns && thread.worksFor(known))) return known
      // It is free again in a moment.
      if (thread.takesRuns && thread.holders.size === 0) return undefined
    }
    const thread = this.#freeThread()
    return thread === undefined ? undefined : this.#bind(run, thread)
  }

  /** One that nobody else has, for as many runs as have one to themselves; then the one whose code is the warmest. */
  #freeThread(): HostThread | undefined {
    const open = [...this.#threads].filter((thread) => thread.takesRuns)
    const free = open.filter((thread) => thread.isFree)
    const { own } = this.#setting.counts
    if (open.filter((thread) => thread.places.size > 0).length >= own) return warmest(free)
    const unused = warmest(free.filter((thread) => thread.places.size === 0))
    return unused ?? (open.length < own ? this.#open() : undefined) ?? warmest(free)
  }

  #open(): HostThread | undefined {
    const wire = this.#unopened.shift()
    if (wire === undefined) return undefined
    const thread = new HostThread(this.#wires - this.#unopened.length - 1, wire)
    this.#threads.add(thread)
    this.#setting.listen(wire, () => this.#onPong(thread))
    this.#setting.control({ type: 'open', thread: thread.number })
    return thread
  }

  #bind(run: string, thread: HostThread): ThreadPlace {
    const before = this.#places.get(run)
    if (before?.thread === thread) return before
    if (before !== undefined) this.#dropFrom(before)
    const place = new ThreadPlace(run, thread)
    thread.places.set(run, place)
    thread.runs += 1
    this.#places.set(run, place)
    return place
  }

  #dropFrom({ run, thread }: ThreadPlace): void {
    thread.places.delete(run)
    thread.forget(run)
  }

  #begin(place: ThreadPlace, call: string): ThreadPlace {
    const { thread } = place
    thread.calls.set(call, { place })
    this.#threadOf.set(call, thread)
    this.#begun += 1
    thread.usedAt = this.#begun
    return place
  }

  #leave(thread: HostThread, call: string, isOver = true): void {
    thread.calls.delete(call)
    this.#threadOf.delete(call)
    if (isOver && thread.calls.size === 0) this.#rest(thread)
  }

  /** No call is in it. */
  #rest(thread: HostThread): void {
    if (thread.isEnding) return
    const isWorn = thread.isRetired || (thread.runs >= MOST_RUNS && thread.holders.size === 0)
    const next = this.#waiting.length === 0 ? undefined : this.#waiting.find((waiting) => this.#fits(waiting, thread))
    if (isWorn && thread.holders.size === 0) this.#end(thread)
    else if (next !== undefined) this.#grant(next, thread)
  }

  #fits({ run, since }: Waiting, thread: HostThread): boolean {
    const own = this.#places.get(run)
    if (own?.thread === thread && own.holds) return true
    if (!thread.isFree) return false
    const isTaken = own === undefined || own.thread === thread || !own.thread.takesRuns || own.thread.holders.size > 0
    return isTaken || performance.now() - since >= PATIENCE_MS
  }

  /** All calls of the run that wait. */
  #grant({ run }: Waiting, thread: HostThread): void {
    const place = this.#bind(run, thread)
    const granted = this.#waiting.filter((waiting) => waiting.run === run)
    this.#waiting = this.#waiting.filter((waiting) => waiting.run !== run)
    for (const { call, grant } of granted) grant(this.#begin(place, call))
  }

  /** Where the server itself is late, the threads may have answered long ago: what they said is heard first. */
  #hurrySoon(): NodeJS.Timeout {
    return setTimeout(() => setImmediate(() => this.#hurry()), PATIENCE_MS)
  }

  /** Who has waited for long enough gets another thread; where none can be had, one that answers. */
  #hurry(): void {
    const now = performance.now()
    for (const waiting of [...this.#waiting]) {
      const waited = now - waiting.since
      if (waited < PATIENCE_MS || !this.#waiting.includes(waiting)) continue
      const thread = this.#freeThread() ?? (waited < START_MS ? undefined : this.#open())
      if (thread !== undefined) this.#grant(waiting, thread)
      else if (waited >= START_MS) for (const other of this.#threads) if (other.takesRuns) this.#ask(other)
    }
    this.#timer = this.#waiting.length === 0 ? undefined : this.#hurrySoon()
  }

  #ask(thread: HostThread): void {
    if (thread.isAsked) return
    thread.isAsked = true
    thread.send({ type: 'ping' })
  }

  /** It lets others in. */
  #onPong(thread: HostThread): void {
    thread.isAsked = false
    const [next] = this.#waiting
    if (next !== undefined && thread.takesRuns) this.#grant(next, thread)
  }

  #end(thread: HostThread): void {
    if (thread.isEnding) return
    thread.isEnding = true
    this.#setting.control({ type: 'end', thread: thread.number })
  }
}

function warmest(threads: readonly HostThread[]): HostThread | undefined {
  let last: HostThread | undefined
  for (const thread of threads) if (last === undefined || thread.usedAt > last.usedAt) last = thread
  return last
}

/** How a call ended that its thread can tell nothing of. */
function lost(call: string, code: string, message: string): DoneMessage {
  const text = message === '' ? '' : `Error: ${message}`
  const nothing = { sly: { set: {}, del: [], opaque: {}, base: {} }, reads: null, abandoned: false, synchronous: false }
  return { type: 'done', call, ok: false, code, message, text, traceback: '', ...nothing }
}
