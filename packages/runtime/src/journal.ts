// The append door of one run: the only way into its log. Numbers and times are given here, private values masked, and an
// event whose identity (span, type, how-manieth) is already logged is not written again: re-execution is silent.
import type { RunId, SpanId } from '@slyglass/base'
import {
  closerOf,
  type Draft,
  type EventOf,
  type EventType,
  isCloser,
  LOG_VERSION,
  type RunEvent,
} from '@slyglass/run-log'
import type { SlySearch } from '@slyglass/sly'
import { alike, type Forms } from './forms.ts'
import { foreignTexts, maskDraft } from './mask-draft.ts'
import type { Clock, Commit, RunStore } from './ports.ts'
import type { Sealer } from './sealer.ts'
import { workedTime } from './worked-time.ts'

export type Chunk = Commit['chunks'][number]

export interface JournalPorts {
  readonly store: RunStore
  readonly clock: Clock
  /** The search for the values that are private now; undefined while there are none. */
  search(): SlySearch | undefined
  /** Seals what is private of the events that are written; absent where nothing may be kept. */
  readonly sealer?: Sealer
  /** Told once when the store refuses a commit, or the journal is closed. */
  onClosed(cause: unknown): void
}

const ENDS = /\.finished$/

/**
 * What the world is asked, and what others are told of a run as a whole, waits until it is on disk. Everything else is handed
 * to the store in its order and nobody waits for it: an answer is on disk before the next question is asked.
 */
const WAITED_FOR: ReadonlySet<EventType> = new Set(['run.started', 'attempt.started', 'run.finished'])

/** What a commit brings besides its events. */
export interface Extras {
  readonly chunks?: readonly Chunk[]
  /** Texts to be sealed under a name of their own. */
  readonly sealed?: ReadonlyMap<string, string>
}

/** An event that is to be written, and what it said before it was masked. */
export interface Fresh {
  readonly event: RunEvent
  readonly draft: Draft
  readonly masked: boolean
}

/** A run as an owner takes it. `truths` are the masked events as they were, by number. */
export interface OwnedLog {
  readonly epoch: number
  readonly events: readonly RunEvent[]
  readonly truths?: ReadonlyMap<number, RunEvent>
}

export class Journal {
  readonly run: RunId
  readonly #ports: JournalPorts
  readonly #epoch: number
  readonly #logged = new Map<SpanId, Map<EventType, RunEvent[]>>()
  readonly #written = new Map<SpanId, Map<EventType, number>>()
  readonly #open = new Map<SpanId, RunEvent>()
  readonly #truths: Map<number, RunEvent>
  readonly #chunks = new Set<string>()
  readonly #owned: readonly RunEvent[]
  #seq = 0
  #queue: Promise<void> = Promise.resolve()
  #ended = false
  #broken: { readonly cause: unknown } | undefined

  constructor(ports: JournalPorts, run: RunId, owned: OwnedLog) {
    this.#ports = ports
    this.run = run
    this.#epoch = owned.epoch
    this.#truths = new Map(owned.truths)
    for (const event of owned.events) this.#keep(event)
    this.#owned = owned.events
  }

  /** How long a span had worked before this owner took over. */
  elapsedBefore(span: SpanId): number {
    const started = this.#open.get(span)
    return started === undefined ? 0 : workedTime(this.#owned, started)
  }

  /** The `n`-th event of a type in a span, if it is logged. */
  find<T extends EventType>(span: SpanId, type: T, n = 0): EventOf<T> | undefined {
    return this.#logged.get(span)?.get(type)?.[n] as EventOf<T> | undefined
  }

  /** What was begun right below a span, by this owner or one before it. */
  begunBelow(span: SpanId): readonly RunEvent[] {
    const logged = [...this.#logged.values()].flatMap((types) => [...types.values()].flat())
    return logged.filter((event) => event.parent === span && closerOf(event) !== undefined)
  }

  /** What a span wrote to a stream before this owner took over. */
  outputBefore(span: SpanId, stream: 'stdout' | 'stderr'): string {
    const pieces = this.#owned.filter((event) => event.span === span && event.type === 'attempt.delta')
    return pieces.map((event) => (event.type === 'attempt.delta' && event.stream === stream ? event.text : '')).join('')
  }

  /** What an event said when it came, and as it is logged. */
  formsOf<E extends RunEvent>(event: E): Forms<E> {
    const truth = this.#truths.get(event.seq) as E | undefined
    return truth === undefined ? alike(event) : { truth, logged: event }
  }

  /** Spans that are open below one, innermost and newest first. */
  openBelow(span: SpanId): readonly RunEvent[] {
    return [...this.#open.values()].filter((event) => event.span !== span && this.#isBelow(event, span)).reverse()
  }

  /** The started event of a span that has not ended. */
  openSpan(span: SpanId): RunEvent | undefined {
    return this.#open.get(span)
  }

  #isBelow(event: RunEvent, span: SpanId): boolean {
    for (let at: SpanId | null = event.parent; at !== null; at = this.#open.get(at)?.parent ?? null)
      if (at === span) return true
    return false
  }

  /** Writes events in one transaction; resolves with them as they are logged, questions once they cannot be lost any more. */
  async commit(drafts: readonly Draft[], extras: Extras = {}): Promise<readonly RunEvent[]> {
    this.#requireOpen()
    const fresh: Fresh[] = []
    const search = this.#searchFor(drafts)
    const logged = drafts.map((draft) => this.#known(draft) ?? this.#append(draft, search, fresh))
    const unknown = (extras.chunks ?? []).filter((chunk) => !this.#chunks.has(chunk.sha))
    for (const chunk of unknown) this.#chunks.add(chunk.sha)
    if (fresh.length > 0) await this.#write(fresh, unknown, extras.sealed)
    return logged
  }

  /** Writes what a re-execution would not say again, such as a command, so that it is written whatever is logged. */
  async commitAside(drafts: readonly Draft[]): Promise<void> {
    this.#requireOpen()
    const fresh: Fresh[] = []
    const search = this.#searchFor(drafts)
    for (const draft of drafts) this.#append(draft, search, fresh)
    await this.#write(fresh, [])
  }

  #requireOpen(): void {
    if (this.#broken !== undefined) throw this.#broken.cause
    if (this.#ended) throw new Error('nothing follows the end of a run')
  }

  #known(draft: Draft): RunEvent | undefined {
    const counts = this.#written.get(draft.span) ?? new Map<EventType, number>()
    this.#written.set(draft.span, counts)
    const n = counts.get(draft.type) ?? 0
    counts.set(draft.type, n + 1)
    return this.find(draft.span, draft.type, n)
  }

  /** The search that drafts are masked with; none where one look at all of them finds nothing. */
  #searchFor(drafts: readonly Draft[]): SlySearch | undefined {
    const search = drafts.length === 0 ? undefined : this.#ports.search()
    return search?.mayMask(foreignTexts(drafts)) === true ? search : undefined
  }

  #append(draft: Draft, search: SlySearch | undefined, fresh: Fresh[]): RunEvent {
    const masked = search === undefined ? { draft, leaks: [] } : maskDraft(draft, search)
    const leaks = masked.leaks.map(
      (leak): Draft => ({ type: 'sly.leaked', span: draft.span, parent: draft.parent, ...leak }),
    )
    // Nothing follows the end of a run, so what was masked in an end is told before it.
    if (ENDS.test(draft.type)) for (const leak of leaks) this.#number(leak, fresh)
    const event = this.#number(masked.draft, fresh, draft)
    if (!ENDS.test(draft.type)) for (const leak of leaks) this.#number(leak, fresh)
    return event
  }

  #number(written: Draft, fresh: Fresh[], draft = written): RunEvent {
    const { type, span, parent } = written
    const envelope = {
      v: LOG_VERSION,
      runId: this.run,
      seq: this.#seq,
      at: this.#ports.clock.now(),
      span,
      parent,
      type,
    }
    const event = { ...envelope, ...written } as RunEvent
    this.#keep(event)
    const masked = written !== draft
    if (masked && type !== 'attempt.delta') this.#truths.set(event.seq, { ...event, ...draft } as RunEvent)
    fresh.push({ event, draft, masked })
    return event
  }

  #keep(event: RunEvent): void {
    this.#seq = event.seq + 1
    const types = this.#logged.get(event.span) ?? new Map<EventType, RunEvent[]>()
    this.#logged.set(event.span, types)
    const events = types.get(event.type) ?? []
    if (event.type !== 'attempt.delta') types.set(event.type, [...events, event])
    if (closerOf(event) !== undefined) this.#open.set(event.span, event)
    if (isCloser(event)) this.#open.delete(event.span)
    if (event.type === 'run.finished') this.#ended = true
  }

  /** True once `run.finished` is handed in. */
  get ended(): boolean {
    return this.#ended
  }

  /** Takes no event from now on: another owner has the run, or this process lets it go. */
  close(cause: unknown): void {
    if (this.#broken !== undefined) return
    this.#broken = { cause }
    this.#ports.onClosed(cause)
  }

  async #write(fresh: readonly Fresh[], chunks: readonly Chunk[], texts?: ReadonlyMap<string, string>): Promise<void> {
    const events = fresh.map(({ event }) => event)
    const commit = { events, chunks, boxes: [], ...this.#ports.sealer?.seal(fresh, texts) }
    const turn = this.#ports.store.commit(this.run, this.#epoch, commit)
    const told = turn.catch((cause: unknown) => this.close(cause))
    this.#queue = this.#queue.then(() => told)
    if (!events.some((event) => WAITED_FOR.has(event.type))) return
    // What comes after a refused commit is refused too; the first cause is the one that counts.
    await turn.catch((cause: unknown) => {
      throw this.#broken?.cause ?? cause
    })
  }

  /** Resolves when everything that was handed in is written, or the journal is broken. */
  settled(): Promise<void> {
    return this.#queue
  }
}
