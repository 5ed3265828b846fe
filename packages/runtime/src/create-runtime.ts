// The public face of the runtime: starts runs, goes on with open ones, ends those of a dead server.
import { type JsonText, ok, type RunId } from '@slyglass/base'
import { type Failure, type HistoryMessage, isOf, RUN_SPAN, type RunEvent } from '@slyglass/run-log'
import type { SlySearch } from '@slyglass/sly'
import { endWritten, interruptRun } from './end-run.ts'
import type { FarRunRequest } from './far/far-ports.ts'
import { beginFarRun } from './far/far-run.ts'
import { alike, type Forms } from './forms.ts'
import { obeyInbox } from './inbox.ts'
import type { Journal, OwnedLog } from './journal.ts'
import { networkKeys } from './llm/network-keys.ts'
import { LET_GO, letGoText } from './losses.ts'
import { openRun, type Surroundings } from './open-run.ts'
import type { RunRequest, RuntimePorts } from './ports.ts'
import { type Ports, type Prepared, prepareRun, readInputs } from './prepare-run.ts'
import type { RecordOptions } from './record-source.ts'
import { runNetwork } from './run.ts'
import { slySearches } from './sly-searches.ts'
import { startRecord } from './start-record.ts'
import { Cancelled, Detached } from './stops.ts'
import { isAsking } from './waits-for-person.ts'

export interface StartOptions {
  /** Another run's log whose answers are taken instead of asking again. */
  readonly record?: RecordOptions
}

export interface Runtime {
  /** Resolves when `run.started` is committed; the run goes on by itself. */
  start(request: RunRequest, options?: StartOptions): Promise<void>
  /** The same for a network of another server, which does the work; what it tells is recorded. */
  startFar(request: FarRunRequest): Promise<void>
  /**
   * Goes on with an open run from its own log, or ends it as failed where that cannot be. Rejects with `Fenced` when another
   * owner takes it.
   */
  execute(run: RunId, signal: AbortSignal): Promise<void>
  /** Ends an open run whose server died: what it was doing is not known. */
  interrupt(run: RunId, failure?: Failure): Promise<void>
  /** Lets a run go that waits for a person, to be gone on with by the next server; false when it waits for none. */
  letGo(run: RunId): Promise<boolean>
  /** Resolves when a run of this process has ended; at once when it is not running here. */
  settled(run: RunId): Promise<void>
  activeRuns(): readonly RunId[]
}

interface Active {
  /** Absent for a run of another server. */
  readonly journal: Journal | undefined
  readonly quiet: Promise<void>
}

export function createRuntime(outside: RuntimePorts): Runtime {
  const ports: Ports = {
    ...outside,
    chatOnly: new Set(),
    announced: new Set(),
    runPeer: (...asked) => runPeer(...asked),
  }
  const active = new Map<RunId, Active>()

  function track(run: RunId, work: Promise<void>, journal?: Journal): Promise<void> {
    const quiet = work.catch(() => undefined).then(() => void active.delete(run))
    active.set(run, { journal, quiet })
    return work
  }

  /** Runs to the end, which is written whatever happens. */
  function run(prepared: Prepared, how: 'fresh' | 'resumed'): Promise<void> {
    const { journal } = prepared
    return track(journal.run, endWritten(ports, journal.run, goOn(ports, prepared, how)), journal)
  }

  /** A run for another run: started with these values, gone on with, or only read, whatever its log says. */
  async function runPeer(
    request: RunRequest,
    values: ReadonlyMap<string, JsonText>,
    signal: AbortSignal,
  ): Promise<readonly RunEvent[]> {
    const { run: id, session } = request
    const read = () => ports.store.read(id, -1, Number.MAX_SAFE_INTEGER)
    const [row] = await ports.store.list({ session, limit: 1 })
    const events = row === undefined ? [] : await read()
    if (events.some((event) => isOf(event, 'run.finished'))) return events
    const stop = () => void ports.store.send(id, { id: `caller of ${id}`, kind: 'cancel' })
    if (events.length === 0) {
      const vault = await ports.vault(session)
      vault.update(values)
      await begin(request, {}, row === undefined)
    } else if (!active.has(id)) {
      const resumed = await resume(await ports.store.own(id), async () => ok(request))
      resumed?.work.catch(() => undefined)
    }
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    await runtime.settled(id)
    signal.removeEventListener('abort', stop)
    return read()
  }

  async function begin(request: RunRequest, options: StartOptions, isNew: boolean): Promise<void> {
    const { run: id, session, project, network } = request
    const at = ports.clock.now()
    const read = readInputs(ports, request, await ports.vault(session))
    const search = read.search()()
    const record = startRecord(request, read.vault, { digests: ports.digests, search, keys: networkKeys(read.network) })
    const title = titleOf(request.message, search)
    if (isNew) await ports.store.create({ run: id, session, project, network, title, at })
    const history = request.history.map((past, index) => asLogged(past, record.history[index]))
    try {
      const prepared = prepareRun(ports, { ...read, history }, await ports.store.own(id), options.record)
      await prepared.journal.commit([record.draft], record)
      run(prepared, 'fresh').catch(() => undefined)
    } catch (error) {
      // Nobody was told of it: an open run without an event would only lock its session.
      await ports.store.discard(id).catch(() => undefined)
      throw error
    }
  }

  /** The run's further work; undefined when it has ended, or just was. */
  async function resume(
    owned: OwnedLog,
    surroundings: Surroundings,
  ): Promise<{ readonly work: Promise<void> } | undefined> {
    const opened = await openRun(ports, owned, surroundings)
    if (opened === undefined) return undefined
    if (opened.ok) return { work: run(opened.value, 'resumed') }
    const id = owned.events[0]?.runId
    if (id !== undefined) await interruptRun(ports, id, opened.error)
    return undefined
  }

  const runtime: Runtime = {
    start: (request, options = {}) => begin(request, options, true),
    startFar: (request) => beginFar(ports, request, track),
    async execute(id, signal) {
      if (ports.surroundings === undefined) throw new Error('this runtime was not told how to go on with a run')
      const resumed = await resume(await ports.store.own(id), ports.surroundings)
      const journal = active.get(id)?.journal
      const leave = () => journal?.close(new Detached('this server lets the run go'))
      signal.addEventListener('abort', leave, { once: true })
      if (signal.aborted) leave()
      await resumed?.work.finally(() => signal.removeEventListener('abort', leave))
    },
    interrupt: (id, failure) => interruptRun(ports, id, failure),
    async letGo(id) {
      const journalOf = (one: RunId) => active.get(one)?.journal
      const journal = journalOf(id)
      if (journal === undefined || !isAsking(id, journalOf)) return false
      const note = { type: 'note.noted', span: RUN_SPAN, parent: null, level: 'info', source: LET_GO } as const
      await journal.commitAside([{ ...note, text: letGoText }])
      journal.close(new Detached('this server closes while a person is asked'))
      await runtime.settled(id)
      return true
    },
    settled: (id) => active.get(id)?.quiet ?? Promise.resolve(),
    activeRuns: () => [...active.keys()],
  }
  return runtime
}

async function beginFar(
  ports: RuntimePorts,
  request: FarRunRequest,
  track: (run: RunId, work: Promise<void>) => Promise<void>,
): Promise<void> {
  const { run, session, project, network, message } = request
  const title = titleOf(message, slySearches(await ports.vault(session), '')())
  await ports.store.create({ run, session, project, network, title, at: ports.clock.now() })
  const follow = await beginFarRun(ports, request)
  track(run, endWritten(ports, run, follow())).catch(() => undefined)
}

function asLogged(truth: HistoryMessage, logged = truth): Forms<HistoryMessage> {
  return truth.text === logged.text ? alike(truth) : { truth, logged }
}

const TITLE_LENGTH = 80

/** The first line of the message; the run list is stored too, so it is masked like the log. */
function titleOf(message: string, search: SlySearch | undefined): string {
  const masked = search === undefined ? message : search.mask(message).text
  const line = masked.trim().split('\n')[0] ?? ''
  return line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1)}…` : line
}

async function goOn(ports: RuntimePorts, prepared: Prepared, how: 'fresh' | 'resumed'): Promise<void> {
  const { context, journal, stop, over } = prepared
  const { request } = context
  const done = new AbortController()
  const inbox = obeyInbox(ports.store, journal, stop, done.signal).catch(() => undefined)
  try {
    if (how === 'resumed') await commandsFirst(ports, stop.signal)
    const started = journal.find(RUN_SPAN, 'run.started')
    const logged = started?.message ?? request.message
    const message = logged === request.message ? alike(logged) : { truth: request.message, logged }
    await runNetwork(context, message, stop.signal)
  } finally {
    done.abort()
    over.abort()
    await inbox
    await ports.hosts.release(request.run).catch(() => undefined)
  }
}

const INBOX_MS = 50

/** A stop that met a crash is still in the inbox and is obeyed before anything is asked again. */
async function commandsFirst(ports: RuntimePorts, stop: AbortSignal): Promise<void> {
  await ports.clock.sleep(INBOX_MS, stop).catch((error: unknown) => {
    if (!(error instanceof Cancelled)) throw error
  })
}
