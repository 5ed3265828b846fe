// The tab's one live stream: resumed from the last number after every break, closed while nobody looks.
import type { Disposable, ProjectId, Result, RunId } from '@slyglass/base'
import type { ClientFailure, RunReply, TailLine, Tails } from '@slyglass/protocol'
import type { LogEvent } from '@slyglass/run-log'

/** What the status bar may say of the stream. */
export type ConnectionState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected' }
  | { readonly kind: 'reconnecting'; readonly attempt: number; readonly delayMs: number }
  | { readonly kind: 'offline'; readonly attempt: number; readonly delayMs: number }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'paused' }

/** Where a stream comes from, and time. */
export interface TailPorts {
  open(body: Tails, signal: AbortSignal): Promise<Result<AsyncIterable<TailLine>, ClientFailure>>
  after(ms: number, action: () => void): Disposable
}

/** Who gets what the stream brings. */
export interface TailSink {
  events(run: RunId, events: readonly LogEvent[]): void
  ended(run: RunId): void
  files(line: TailLine & { readonly kind: 'files' }): void
  /** Runs of the network that began or ended, in whichever tab or program they were asked for. */
  rows(runs: readonly RunReply[]): void
  state(state: ConnectionState): void
}

const HIDDEN_MS = 30_000
/** The server says `alive` every 15 s; three missing ones mean that the connection is gone without having said so. */
const SILENCE_MS = 45_000
const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 10_000
const OFFLINE_AFTER = 5

export class TailConnection {
  readonly #ports: TailPorts
  readonly #sink: TailSink
  readonly #watched = new Map<RunId, number>()
  #project: ProjectId | undefined
  #network: string | undefined
  #since: number | undefined
  #stream: AbortController | undefined
  #retry: Disposable | undefined
  #silence: Disposable | undefined
  #hiding: Disposable | undefined
  #attempt = 0
  #open = false
  #paused = false

  constructor(ports: TailPorts, sink: TailSink) {
    this.#ports = ports
    this.#sink = sink
  }

  start(): void {
    this.#open = true
    this.#sink.state({ kind: 'connecting' })
    this.#reopen(0)
  }

  stop(): void {
    this.#open = false
    this.#hiding?.dispose()
    this.#close()
  }

  /** Follows a run from behind number `after`; a run that is followed already stays where it is. */
  watch(run: RunId, after = -1): void {
    if (this.#watched.has(run)) return
    this.#watched.set(run, after)
    this.#reopen(0)
  }

  forget(run: RunId): void {
    if (this.#watched.delete(run)) this.#reopen(0)
  }

  watchProject(project: ProjectId | undefined, network?: string): void {
    if (project === this.#project && network === this.#network) return
    this.#project = project
    this.#network = network
    this.#since = undefined
    this.#reopen(0)
  }

  /** The network's runs are known up to this time: a stream that is opened later tells what came from then on. */
  knowsUntil(time: number): void {
    this.#since = time
  }

  reconnectNow(): void {
    this.#attempt = 0
    this.#reopen(0)
  }

  setHidden(hidden: boolean): void {
    this.#hiding?.dispose()
    if (hidden) {
      this.#hiding = this.#ports.after(HIDDEN_MS, () => this.#pause())
    } else if (this.#paused) {
      this.#paused = false
      this.reconnectNow()
    }
  }

  #pause(): void {
    this.#paused = true
    this.#close()
    this.#sink.state({ kind: 'paused' })
  }

  #close(): void {
    this.#retry?.dispose()
    this.#silence?.dispose()
    const stream = this.#stream
    this.#stream = undefined
    stream?.abort()
  }

  /** Several changes of one turn of the event loop cost one new stream. */
  #reopen(delayMs: number): void {
    if (!this.#open || this.#paused) return
    this.#retry?.dispose()
    this.#retry = this.#ports.after(delayMs, () => {
      this.#follow().catch((error: unknown) => {
        this.#lost()
        throw error
      })
    })
  }

  async #follow(): Promise<void> {
    this.#close()
    const stream = new AbortController()
    this.#stream = stream
    const opened = await this.#ports.open(this.#body(), stream.signal)
    if (this.#stream !== stream) return
    if (!opened.ok) return this.#lost(opened.error)
    this.#heard()
    this.#sink.state({ kind: 'connected' })
    const lines = opened.value[Symbol.asyncIterator]()
    for (let line = await nextLine(lines); line !== undefined; line = await nextLine(lines)) {
      if (this.#stream !== stream) return
      this.#attempt = 0
      this.#heard()
      this.#take(line)
    }
    if (this.#stream === stream) this.#lost()
  }

  #body(): Tails {
    const watch = [...this.#watched].map(([run, after]) => ({ run, after }))
    if (this.#project === undefined) return { watch }
    const [network, since] = [this.#network, this.#since]
    return { watch, project: this.#project, ...(network && { network }), ...(since !== undefined && { since }) }
  }

  #heard(): void {
    this.#silence?.dispose()
    this.#silence = this.#ports.after(SILENCE_MS, () => this.#lost())
  }

  #take(line: TailLine): void {
    if (line.kind === 'files') this.#sink.files(line)
    else if (line.kind === 'runs') this.#sink.rows(line.runs)
    else if (line.kind === 'end' && this.#watched.delete(line.run)) this.#sink.ended(line.run)
    else if (line.kind === 'events') this.#takeEvents(line.run, line.events)
  }

  #takeEvents(run: RunId, events: readonly LogEvent[]): void {
    const after = this.#watched.get(run)
    if (after === undefined) return
    const fresh = events.filter((event) => event.seq > after)
    const last = fresh.at(-1)
    if (last === undefined) return
    this.#watched.set(run, last.seq)
    this.#sink.events(run, fresh)
  }

  #lost(failure?: ClientFailure): void {
    this.#close()
    if (!this.#open) return
    if (failure?.status === 401 || failure?.status === 403) {
      this.#sink.state({ kind: 'refused', message: failure.message })
      return
    }
    this.#attempt += 1
    const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.#attempt - 1))
    const kind = this.#attempt >= OFFLINE_AFTER ? 'offline' : 'reconnecting'
    this.#sink.state({ kind, attempt: this.#attempt, delayMs })
    this.#reopen(delayMs)
  }
}

/** A stream that breaks ends like one that closes: both are resumed. */
async function nextLine(lines: AsyncIterator<TailLine>): Promise<TailLine | undefined> {
  try {
    const next = await lines.next()
    return next.done ? undefined : next.value
  } catch {
    return undefined
  }
}
