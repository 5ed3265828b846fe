// A run as its client hears it: its own log, and the messages of other networks that its network lets through, as they come.
import type { RunId, SpanId } from '@slyglass/base'
import { forwardsMessages, type Network } from '@slyglass/network'
import { type ChatMessage, type ChatStream, createChatStream } from '@slyglass/protocol/neuro-san'
import { callOfAttempt, type EventOf, type LogEvent } from '@slyglass/run-log'
import { callAfter, pause } from '../pause.ts'
import type { Studio } from '../server/studio.ts'

/** Where runs are read. */
export interface Listening {
  readonly store: Pick<Studio['store'], 'tail' | 'read'>
  readonly closing: AbortSignal
  /** A network of the same project by its name. */
  readNetwork(name: string): Promise<Network | undefined>
}

/** A run that is told. */
export interface Told {
  readonly run: RunId
  readonly network: Network
  readonly stream: ChatStream
  onEvents?(events: readonly LogEvent[]): void
}

const SURE_MS = 25
const HEARD = new Error('it was heard')

/** Messages to the end of the run. A message that waits to be sure is sent when nothing more is heard for a moment. */
export async function* tellRun(listening: Listening, told: Told): AsyncIterable<ChatMessage> {
  const { stream } = told
  const heard = new Hearing(listening, told)
  for (;;) {
    const coming = heard.next()
    if (stream.holds && (await isSilent(coming))) yield* stream.flush()
    const value = await coming
    if (value === undefined) return
    if (value.of === 'message') yield* stream.forward(value.attempt, value.message)
    else {
      told.onEvents?.(value.events)
      for (const peer of value.counted) await countPeers(listening, peer, stream)
      yield* stream.next(value.events)
    }
  }
}

async function isSilent(coming: Promise<unknown>): Promise<boolean> {
  let takeBack = (): void => undefined
  const silence = new Promise<boolean>((resolve) => {
    takeBack = callAfter(SURE_MS, () => resolve(true))
  })
  try {
    return await Promise.race([coming.then(() => false), silence])
  } finally {
    takeBack()
  }
}

type Heard =
  | { readonly of: 'events'; readonly events: readonly LogEvent[]; readonly counted: readonly RunId[] }
  | { readonly of: 'message'; readonly attempt: SpanId; readonly message: ChatMessage }

/** A run of another network that answers a call. */
interface Peer {
  readonly run: RunId
  readonly told: Promise<void>
  /** The call is over: a run that has not begun by then never will. */
  readonly over: AbortController
}

/** What a run and those it asks tell, in one row. */
class Hearing {
  readonly #listening: Listening
  readonly #told: Told
  readonly #heard: Heard[] = []
  readonly #calls = new Map<SpanId, EventOf<'tool.started'>>()
  readonly #peers = new Map<SpanId, Peer>()
  readonly #ended: Promise<void>
  #over = false
  #wake: () => void = () => undefined

  constructor(listening: Listening, told: Told) {
    this.#listening = listening
    this.#told = told
    this.#ended = this.#hear().finally(() => {
      this.#over = true
      this.#wake()
    })
    this.#ended.catch(() => undefined)
  }

  async next(): Promise<Heard | undefined> {
    for (;;) {
      const first = this.#heard.shift()
      if (first !== undefined) return first
      if (this.#over) {
        await this.#ended
        return undefined
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  #push(heard: Heard): void {
    this.#heard.push(heard)
    this.#wake()
  }

  async #hear(): Promise<void> {
    const { store, closing } = this.#listening
    for await (const events of store.tail(this.#told.run, -1, closing)) {
      let begun = 0
      for (const [index, event] of events.entries()) {
        const peer = this.#peers.get(event.span)
        if (event.type === 'attempt.finished' && peer !== undefined) {
          // Everything that the other network has said comes before its answer.
          this.#push({ of: 'events', events: events.slice(begun, index), counted: [] })
          peer.over.abort(HEARD)
          await peer.told
          this.#push({ of: 'events', events: [event], counted: [peer.run] })
          begun = index + 1
        }
        if (event.type === 'tool.started') this.#calls.set(event.span, event)
        if (event.type === 'attempt.started' && event.peerRun !== undefined) this.#follow(event, event.peerRun)
      }
      this.#push({ of: 'events', events: events.slice(begun), counted: [] })
    }
  }

  #follow(event: EventOf<'attempt.started'>, run: RunId): void {
    const call = this.#calls.get(callOfAttempt(event.span))
    const allow = this.#told.network.entries.find((entry) => entry.name === call?.agent)?.allow
    const reference = call?.reference ?? ''
    const over = new AbortController()
    const told = forwardsMessages(allow, reference) ? this.#forward(event.span, reference, { run, over }) : undefined
    this.#peers.set(event.span, { run, over, told: Promise.resolve(told).catch(() => undefined) })
  }

  async #forward(attempt: SpanId, reference: string, { run, over }: Pick<Peer, 'run' | 'over'>): Promise<void> {
    const network = await this.#listening.readNetwork(reference.replace(/^https?:\/\/[^/]+/i, '').slice(1))
    if (network === undefined || !(await this.#hasBegun(run, over.signal))) return
    // What a private value is worth at the other network's edge is the caller's business, not its client's.
    const stream = createChatStream({ network, history: [], slyValue: () => undefined, isInner: true })
    for await (const message of tellRun(this.#listening, { run, network, stream }))
      this.#push({ of: 'message', attempt, message })
  }

  /** A run is announced before it begins. */
  async #hasBegun(run: RunId, over: AbortSignal): Promise<boolean> {
    const { store, closing } = this.#listening
    while (!closing.aborted) {
      const isLast = over.aborted || this.#over
      if ((await store.read(run, -1, 1)).length > 0) return true
      if (isLast) return false
      await pause(POLL_MS)
    }
    return false
  }
}

const POLL_MS = 5
const ALL = 1_000_000

/** Counts what a peer used, and what its own peers used. */
async function countPeers({ store }: Pick<Listening, 'store'>, run: RunId, stream: ChatStream): Promise<void> {
  const log = await store.read(run, -1, ALL)
  stream.countElsewhere(log)
  const asked = new Map<SpanId, RunId>()
  for (const event of log) {
    if (event.type === 'attempt.started' && event.peerRun !== undefined) asked.set(event.span, event.peerRun)
    const peer = event.type === 'attempt.finished' ? asked.get(event.span) : undefined
    if (peer !== undefined) await countPeers({ store }, peer, stream)
  }
}
