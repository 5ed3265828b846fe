// The runs of a host that has no threads of its own, seen from the server. In Python each is called in a lane, and a few lanes have a wire
// of their own: what comes on that no other thread has to hand over.
import type { Writable } from 'node:stream'
import { CallWire } from './call-wire.ts'
import { ClosingRuns } from './closing-runs.ts'
import type { CallPlace } from './host-thread.ts'
import type { DoneMessage, FromHost, ToHost } from './messages.ts'

/** The descriptor of the first lane; the others follow. */
const FIRST_LANE_FD = 3
/** More runs at work than processors have nothing of a quicker way. */
const MOST_LANES = 8

/** Descriptors for lanes. A program on Windows finds no further ones than the usual. */
export const LANE_FDS: readonly number[] =
  process.platform === 'win32' ? [] : Array.from({ length: MOST_LANES }, (_, index) => FIRST_LANE_FD + index)

interface LaneWire {
  readonly number: number
  readonly wire: CallWire
}

/** Where a run is called. */
class LanePlace implements CallPlace {
  /** Something of the run lives there. */
  holds = false
  /** Absent where its messages go over the wire of the host. */
  lane: LaneWire | undefined
  readonly #host: CallWire

  constructor(host: CallWire, lane: LaneWire | undefined) {
    this.#host = host
    this.lane = lane
  }

  send(message: ToHost): void {
    const { lane } = this
    // A lane that is stuck hears nothing.
    const isStop = message.type === 'cancel' || message.type === 'abandon'
    if (lane === undefined || isStop) this.#host.send(message)
    // The run goes on in another lane, and this one is nobody's.
    if (message.type === 'abandon') this.lane = undefined
    else lane?.wire.send(message)
  }

  forget(run: string): void {
    const wire = this.lane?.wire ?? this.#host
    wire.forget(run)
  }
}

export class HostLanes {
  readonly #host: CallWire
  readonly #wires: readonly Writable[]
  /** Those whose lane is there and nobody's, the last used last. */
  readonly #free: LaneWire[] = []
  readonly #places = new Map<string, LanePlace>()
  readonly #placeOf = new Map<string, LanePlace>()
  readonly #closing = new ClosingRuns<LanePlace>()
  #begun = 0
  #heard = 0

  /** `wires`: one for each lane that may have one. */
  constructor(host: CallWire, wires: readonly Writable[]) {
    this.#host = host
    this.#wires = wires
  }

  /** The host has found so many of the wires. */
  onReady(lanes: number): void {
    this.#heard = Math.min(lanes, this.#wires.length)
  }

  /** Where a call of a run goes. */
  take(run: string, call: string): CallPlace {
    const place = this.#places.get(run) ?? new LanePlace(this.#host, this.#free.pop() ?? this.#open())
    this.#places.set(run, place)
    this.#placeOf.set(call, place)
    return place
  }

  onDone(message: DoneMessage): void {
    const place = this.#placeOf.get(message.call)
    if (place !== undefined) place.holds = message.holds === true
    this.#placeOf.delete(message.call)
  }

  /** Nobody waits for the call any more. */
  forget(call: string): void {
    this.#placeOf.delete(call)
  }

  /** Closes what a run has parked. */
  close(run: string, withinMs: number): Promise<void> {
    const place = this.#places.get(run)
    this.#places.delete(run)
    if (place?.holds !== true) {
      place?.forget(run)
      if (place?.lane !== undefined) this.#free.push(place.lane)
      return Promise.resolve()
    }
    const closed = this.#closing.wait(run, place, withinMs)
    this.#host.send({ type: 'close', scope: run })
    return closed
  }

  onClosed({ scope, atRest }: Extract<FromHost, { type: 'closed' }>): void {
    const lane = this.#closing.finish(scope)?.lane
    if (atRest === true && lane !== undefined) this.#free.push(lane)
  }

  /** The process is over. */
  stopWaiting(): void {
    this.#closing.end(() => true)
  }

  #open(): LaneWire | undefined {
    const number = this.#begun
    const wire = this.#wires[number]
    if (wire === undefined || number >= this.#heard) return undefined
    this.#begun += 1
    this.#host.send({ type: 'open', thread: number })
    return { number, wire: new CallWire(wire) }
  }
}
