// Moves what the server says into the store, and what a person asks for to the server.
import { type JsonText, ok, type ProjectId, type Result, type RunId, type SessionId } from '@slyglass/base'
import type { ClientFailure, RunReply, StudioClient, TailLine } from '@slyglass/protocol'
import type { LogEvent } from '@slyglass/run-log'
import { placeOf, type StudioState } from '../public/studio.ts'
import { announce } from './announce.ts'
import { createEventQueue, type QueuedBatch } from './event-queue.ts'
import type { RunLogs } from './run-logs.ts'
import { isRunning, type RunView } from './run-view.ts'
import type { RunsState } from './runs-store.ts'
import { mergeRows, runsOfSession } from './sessions.ts'
import { TailConnection, type TailPorts } from './tail-connection.ts'

/** Turns of a session that are read when it is opened; older ones on request. */
export const TURNS_SHOWN = 30

const AGAIN_MS = 250

export type FilesLine = TailLine & { readonly kind: 'files' }

/** A conversation that was in view without a session has one: of its first message, or one that had to be looked up. */
export interface SessionNamed {
  readonly place: string
  readonly session: SessionId
  readonly sent: boolean
}

/** How a message is sent. */
export interface Sending {
  /** Coded tools wait for a debugger. */
  readonly debug?: boolean
  /** What makes it a command, where its network does not say. */
  readonly commandPrefix?: string | undefined
}

interface Store<S> {
  getState(): S
  setState(change: Partial<S>): void
}

/** How a run's events become its view. */
export interface Folding {
  emptyRunView(run: RunId): RunView
  foldRun(view: RunView, events: readonly LogEvent[], ended: boolean): RunView
}

export interface ControllerPorts {
  readonly client: StudioClient
  readonly runs: Store<RunsState>
  readonly studio: Store<StudioState>
  readonly logs: RunLogs
  readonly after: TailPorts['after']
  /** Fetched with the first run that is followed, not with the page. */
  folding(): Promise<Folding>
  soon(flush: () => void): void
  newId(): string
}

export class RunsController {
  readonly #ports: ControllerPorts
  readonly connection: TailConnection
  readonly #filesListeners = new Set<(line: FilesLine) => void>()
  readonly #namedListeners = new Set<(named: SessionNamed) => void>()
  readonly #coming = new Set<RunId>()
  #folding: Folding | undefined
  /** Counts conversations that came into view. */
  #turned = 0
  /** The session that the first message in view, now on its way, will have; undefined where it is refused. */
  #begun: Promise<SessionId | undefined> | undefined

  constructor(ports: ControllerPorts) {
    this.#ports = ports
    const queue = createEventQueue(ports.soon, (batches) => this.#deliver(batches))
    this.connection = new TailConnection(
      { open: (body, signal) => ports.client.tails(body, signal), after: ports.after },
      {
        events: (run, events) => queue.push(run, events),
        ended: (run) => queue.end(run),
        files: (line) => {
          for (const listener of this.#filesListeners) listener(line)
        },
        rows: (runs) => this.#takeRows(runs),
        state: (connection) => this.#set({ connection }),
      },
    )
  }

  onFilesChanged(listener: (line: FilesLine) => void): () => void {
    this.#filesListeners.add(listener)
    return () => this.#filesListeners.delete(listener)
  }

  onSessionNamed(listener: (named: SessionNamed) => void): () => void {
    this.#namedListeners.add(listener)
    return () => this.#namedListeners.delete(listener)
  }

  /** Another project or network came into view: its runs are listed. */
  async refreshList(): Promise<void> {
    const { project, networkName } = this.#studio
    if (project === undefined || networkName === undefined) return
    const reply = await this.#ports.client.runs({ project: project.id, network: networkName })
    if (this.#studio.networkName !== networkName || this.#studio.project?.id !== project.id) return
    if (reply.ok) this.#list(reply.value, 'ready')
    else this.#set({ list: { state: 'failed', runs: this.#runs.list.runs, failure: reply.error } })
    this.watchSession()
  }

  #list(rows: readonly RunReply[], state = this.#runs.list.state): void {
    const runs = mergeRows(this.#runs.list.runs, rows, this.#studio.session)
    this.#set({ list: state === 'ready' ? { state, runs } : { ...this.#runs.list, runs } })
    this.connection.knowsUntil(Math.max(0, ...runs.map((row) => row.finishedAt ?? row.startedAt)))
  }

  /** Another tab, or a command in a terminal, may have begun or ended them. */
  #takeRows(rows: readonly RunReply[]): void {
    const { run, selection, project, networkName, session } = this.#studio
    const newest = () => runsOfSession(this.#runs.list.runs, session, 1)[0]
    const isAtEnd = run !== undefined && run === newest() && selection?.kind !== 'span'
    this.#list(rows.filter((row) => row.project === project?.id && row.network === networkName))
    // A message of this tab that has no run yet is followed when it is told which one it became.
    const { outgoing } = this.#runs
    if (outgoing !== undefined && outgoing.failure === undefined && outgoing.run === undefined) return
    if (isAtEnd) this.#ports.studio.setState({ run: newest() })
    this.watchSession()
  }

  /** Follows the turns of the session in view; a run outside of it is followed alone. */
  watchSession(turns = TURNS_SHOWN): void {
    const { session, run } = this.#studio
    for (const turn of runsOfSession(this.#runs.list.runs, session, turns)) this.follow(turn)
    if (run !== undefined) this.follow(run)
  }

  follow(run: RunId): void {
    if (this.#runs.views.has(run) || this.#coming.has(run)) return
    if (this.#folding !== undefined) {
      this.#watch(run, this.#folding)
      return
    }
    this.#coming.add(run)
    this.#ports.folding().then((folding) => {
      this.#folding = folding
      if (this.#coming.delete(run)) this.#watch(run, folding)
    }, reportError)
  }

  /** Shows one recorded run, with the session that it belongs to. */
  openRun(run: RunId): void {
    const known = this.#runs.list.runs.find((row) => row.run === run)
    if (known !== undefined) this.#showSession(known.session)
    this.#ports.studio.setState({ run })
    this.follow(run)
  }

  openSession(session: SessionId): void {
    this.#showSession(session)
    const last = runsOfSession(this.#runs.list.runs, session, 1)[0]
    this.#ports.studio.setState(last === undefined ? {} : { run: last })
    this.watchSession()
  }

  /** Goes on in the session that this tab was in before it was loaded again. */
  restoreSession(session: SessionId): void {
    this.#tellNamed(session)
    this.openSession(session)
  }

  newSession(): void {
    this.#turned += 1
    this.#begun = undefined
    this.#dropViewsBut(undefined)
    this.#set({ vault: undefined, outgoing: undefined })
    this.#ports.studio.setState({ session: undefined, run: undefined, selection: undefined })
  }

  async send(message: string, { debug, commandPrefix }: Sending = {}): Promise<boolean> {
    const { project, networkName, session } = this.#studio
    if (project === undefined || networkName === undefined) return false
    this.#set({ outgoing: { message }, stopFailure: undefined })
    const place = placeOf(this.#studio) ?? ''
    const sly = session === undefined ? this.#runs.slyDrafts.get(place) : undefined
    const turned = this.#turned
    const asked = this.#ports.client.startRun({
      project: project.id,
      network: networkName,
      message,
      ...(session === undefined ? {} : { session }),
      ...(sly === undefined ? {} : { sly }),
      ...(debug && { debug }),
      ...(commandPrefix === undefined ? {} : { commandPrefix }),
    })
    if (session === undefined) this.#begun = asked.then((reply) => (reply.ok ? reply.value.session : undefined))
    const reply = await asked
    if (reply.ok && session === undefined) {
      if (this.#runs.slyDrafts.get(place) === sly) this.#putDraft(place)
      this.#tellNamed(reply.value.session, place, true)
    }
    // Who looks at another conversation by now stays there; this one's run stands in its network's list.
    if (turned !== this.#turned || placeOf(this.#studio) !== place) return reply.ok
    if (!reply.ok) {
      this.#set({ outgoing: { message, failure: reply.error } })
      this.watchSession()
      return false
    }
    const { run } = reply.value
    this.#ports.studio.setState({ session: reply.value.session, run })
    const { outgoing } = this.#runs
    if (outgoing !== undefined) this.#set({ outgoing: { ...outgoing, run } })
    this.follow(run)
    if (this.#runs.outgoing?.stopped) await this.stop(run)
    await this.refreshList()
    return true
  }

  /** Stops a message that has no run yet: the run is stopped as soon as it has a name. */
  stopOutgoing(): void {
    const { outgoing } = this.#runs
    if (outgoing !== undefined) this.#set({ outgoing: { ...outgoing, stopped: true } })
  }

  async stop(run: RunId): Promise<void> {
    this.#set({ stopping: new Set([...this.#runs.stopping, run]), stopFailure: undefined })
    const reply = await this.#ports.client.commandRun(run, { id: this.#ports.newId(), kind: 'cancel' })
    if (!reply.ok) this.#set({ stopping: without(this.#runs.stopping, run), stopFailure: reply.error })
  }

  async refreshVault(): Promise<void> {
    const { session } = this.#studio
    if (session === undefined) return
    const reply = await this.#ports.client.vault(session)
    if (reply.ok && this.#studio.session === session) this.#set({ vault: { session, keys: reply.value.keys } })
  }

  /** Makes the vault this object; before the first run it is kept here and sent with that run. */
  async putSly(json: JsonText): Promise<Result<undefined, ClientFailure>> {
    const place = placeOf(this.#studio) ?? ''
    // What comes too late for the first message goes into the session that it begins.
    const session = this.#studio.session ?? (await this.#begun)
    if (session === undefined) {
      this.#putDraft(place, json)
      return ok(undefined)
    }
    const reply = await this.#ports.client.putVault(session, { json })
    if (!reply.ok) return reply
    await this.refreshVault()
    return ok(undefined)
  }

  async watchProject(project: ProjectId | undefined): Promise<void> {
    this.#set({ list: { state: 'loading', runs: [] } })
    this.connection.watchProject(project, this.#studio.networkName)
    await this.refreshList()
  }

  get #runs(): RunsState {
    return this.#ports.runs.getState()
  }

  get #studio(): StudioState {
    return this.#ports.studio.getState()
  }

  #set(change: Partial<RunsState>): void {
    this.#ports.runs.setState(change)
  }

  #watch(run: RunId, { emptyRunView }: Folding): void {
    this.#set({ views: new Map(this.#runs.views).set(run, emptyRunView(run)) })
    this.connection.watch(run)
  }

  #showSession(session: SessionId): void {
    if (this.#studio.session === session) return
    this.#turned += 1
    this.#begun = undefined
    this.#dropViewsBut(session)
    this.#set({ vault: undefined, outgoing: undefined })
    this.#ports.studio.setState({ session })
  }

  #tellNamed(session: SessionId, place = placeOf(this.#studio) ?? '', sent = false): void {
    for (const listener of this.#namedListeners) listener({ place, session, sent })
  }

  #putDraft(place: string, json?: JsonText): void {
    const slyDrafts = new Map(this.#runs.slyDrafts)
    if (json === undefined) slyDrafts.delete(place)
    else slyDrafts.set(place, json)
    this.#set({ slyDrafts })
  }

  #dropViewsBut(session: SessionId | undefined): void {
    const keep = new Set(runsOfSession(this.#runs.list.runs, session, TURNS_SHOWN))
    const views = new Map(this.#runs.views)
    for (const run of this.#coming) if (!keep.has(run)) this.#coming.delete(run)
    for (const run of this.#runs.views.keys()) {
      if (keep.has(run)) continue
      views.delete(run)
      this.#ports.logs.drop(run)
      this.connection.forget(run)
    }
    this.#set({ views })
  }

  #deliver(batches: ReadonlyMap<RunId, QueuedBatch>): void {
    const before = this.#runs
    const views = new Map(before.views)
    const finished: RunId[] = []
    const early: RunId[] = []
    let announcement = before.announcement
    for (const [run, { events, ended }] of batches) {
      const view = views.get(run)
      if (view === undefined || this.#folding === undefined) continue
      this.#ports.logs.append(run, events)
      const next = this.#folding.foldRun(view, events, ended)
      views.set(run, next)
      if (ended && next.started === undefined) early.push(run)
      if (isRunning(view) && !isRunning(next)) finished.push(run)
      if (run === this.#studio.run) announcement = announce(view, events) ?? announcement
    }
    const outgoing = this.#isShown(before, views) ? undefined : before.outgoing
    this.#set({ views, announcement, outgoing, stopping: without(before.stopping, ...finished) })
    this.#followAsked(early)
    this.#adoptSession()
    if (finished.length > 0) this.#afterRun()
  }

  /** Runs of other networks that are being asked may have questions. One that is announced may not have begun: then it is looked for again. */
  #followAsked(early: readonly RunId[]): void {
    const asked = [...this.#runs.views.values()].filter(isRunning).flatMap(({ asking }) => [...asking.values()])
    const again = early.filter((run) => asked.includes(run))
    for (const run of asked) if (!again.includes(run)) this.follow(run)
    if (again.length === 0) return
    this.#ports.after(AGAIN_MS, () => {
      for (const run of again) this.#forget(run)
      this.#followAsked([])
    })
  }

  #forget(run: RunId): void {
    const views = new Map(this.#runs.views)
    views.delete(run)
    this.#set({ views })
    this.connection.forget(run)
  }

  /** A run that was opened by its address brings its session along. */
  #adoptSession(): void {
    const { run, session } = this.#studio
    const started = run === undefined ? undefined : this.#runs.views.get(run)?.started
    if (started === undefined || session !== undefined) return
    this.#tellNamed(started.session)
    this.#ports.studio.setState({ session: started.session })
    this.watchSession()
  }

  /** A message that the log repeats need not be shown twice; there a private value in it is masked. */
  #isShown({ outgoing }: RunsState, views: ReadonlyMap<RunId, RunView>): boolean {
    return outgoing?.run !== undefined && views.get(outgoing.run)?.started !== undefined
  }

  #afterRun(): void {
    this.refreshVault().catch(reportError)
  }
}

function without<T>(set: ReadonlySet<T>, ...gone: readonly T[]): ReadonlySet<T> {
  return new Set([...set].filter((member) => !gone.includes(member)))
}

/** A fault of ours surfaces in the console as an uncaught error. */
function reportError(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
