// The public face of the runtime: starts runs, goes on with open ones, ends those of a dead server.
import type { RunId } from '@slyglass/base'
import type { Network } from '@slyglass/network'
import { type Failure, type HistoryMessage, isOf, RUN_SPAN, type RunEvent } from '@slyglass/run-log'
import type { SlySearch, SlyVault } from '@slyglass/sly'
import { closeBelow } from './close-spans.ts'
import type { FarRunRequest } from './far/far-ports.ts'
import { beginFarRun } from './far/far-run.ts'
import { alike, type Forms } from './forms.ts'
import { obeyInbox } from './inbox.ts'
import { Instances } from './instances.ts'
import { Journal } from './journal.ts'
import { networkKeys } from './llm/network-keys.ts'
import { Fenced, type RunRequest, type RuntimePorts } from './ports.ts'
import { readModelInfo, readRunNetwork } from './read-run-network.ts'
import { type RecordOptions, recordSource } from './record-source.ts'
import { requestFromLog } from './request-from-log.ts'
import { runNetwork } from './run.ts'
import type { Peers, RunContext } from './run-context.ts'
import { publicText, slySearches } from './sly-searches.ts'
import { startRecord } from './start-record.ts'
import { Cancelled, Detached } from './stops.ts'
import { readToolbox } from './toolbox.ts'

export interface StartOptions {
  /** Another run's log whose answers are taken instead of asking again. */
  readonly record?: RecordOptions
}

export interface Runtime {
  /** Resolves when `run.started` is committed; the run goes on by itself. */
  start(request: RunRequest, options?: StartOptions): Promise<void>
  /** The same for a network of another server, which does the work; what it tells is recorded. */
  startFar(request: FarRunRequest): Promise<void>
  /** Goes on with an open run from its own log. Rejects with `Fenced` when another owner takes it. */
  execute(run: RunId, signal: AbortSignal): Promise<void>
  /** Ends an open run whose server died: what it was doing is not known. */
  interrupt(run: RunId): Promise<void>
  /** Resolves when a run of this process has ended; at once when it is not running here. */
  settled(run: RunId): Promise<void>
  activeRuns(): readonly RunId[]
}

interface Owned {
  readonly epoch: number
  readonly events: readonly RunEvent[]
}

export function createRuntime(outside: RuntimePorts): Runtime {
  const ports: Ports = { ...outside, chatOnly: new Set(), runPeer: (request, signal) => runPeer(request, signal) }
  const active = new Map<RunId, Promise<void>>()

  function track(run: RunId, work: Promise<void>): Promise<void> {
    const quiet = work.catch(() => undefined).then(() => void active.delete(run))
    active.set(run, quiet)
    return work
  }

  /** A run for another run: started, gone on with, or only read, whatever its log says. */
  async function runPeer(request: RunRequest, signal: AbortSignal): Promise<readonly RunEvent[]> {
    const { run, session } = request
    const read = () => ports.store.read(run, -1, Number.MAX_SAFE_INTEGER)
    const [row] = await ports.store.list({ session, limit: 1 })
    const events = row === undefined ? [] : await read()
    if (events.some((event) => isOf(event, 'run.finished'))) return events
    const stop = () => void ports.store.send(run, { id: `caller of ${run}`, kind: 'cancel' })
    if (events.length === 0) await begin(request, {}, row === undefined)
    else if (!active.has(run)) {
      const prepared = prepareRun(ports, readInputs(ports, request), await ports.store.own(run))
      track(run, endWritten(ports, run, goOn(ports, prepared, 'resumed'))).catch(() => undefined)
    }
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    await runtime.settled(run)
    signal.removeEventListener('abort', stop)
    return read()
  }

  async function begin(request: RunRequest, options: StartOptions, isNew: boolean): Promise<void> {
    const { run, session, project, network } = request
    const at = ports.clock.now()
    const read = readInputs(ports, request)
    const tools = { digests: ports.digests, search: read.search(), keys: networkKeys(read.network) }
    const record = startRecord(request, read.vault, tools)
    const title = titleOf(request.message, read.search())
    if (isNew) await ports.store.create({ run, session, project, network, title, at })
    const history = request.history.map((past, index) => asLogged(past, record.history[index]))
    const prepared = prepareRun(ports, { ...read, history }, await ports.store.own(run), options.record)
    await prepared.journal.commit([record.draft], record.chunks)
    track(run, endWritten(ports, run, goOn(ports, prepared, 'fresh'))).catch(() => undefined)
  }

  const runtime: Runtime = {
    start: (request, options = {}) => begin(request, options, true),
    startFar: (request) => beginFar(ports, request, track),
    async execute(run, signal) {
      const owned = await ports.store.own(run)
      const started = owned.events.find((event) => isOf(event, 'run.started'))
      if (started === undefined || owned.events.some((event) => event.type === 'run.finished')) return
      if (ports.surroundings === undefined) throw new Error('this runtime was not told how to go on with a run')
      const request = await requestFromLog(ports.store, started, await ports.surroundings(started))
      const prepared = prepareRun(ports, readInputs(ports, request), owned)
      const leave = () => prepared.journal.close(new Detached('this server lets the run go'))
      signal.addEventListener('abort', leave, { once: true })
      if (signal.aborted) leave()
      await track(run, endWritten(ports, run, goOn(ports, prepared, 'resumed'))).finally(() =>
        signal.removeEventListener('abort', leave),
      )
    },
    interrupt: (run) => interruptRun(ports, run),
    settled: (run) => active.get(run) ?? Promise.resolve(),
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
  const title = titleOf(message, slySearches(ports.vault(session), '')())
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

/** The ports, and what this process learned about endpoints. */
interface Ports extends RuntimePorts, Pick<RunContext, 'chatOnly'> {
  readonly runPeer: Peers['run']
}

interface Inputs extends Pick<RunContext, 'modelInfo' | 'chatOnly' | 'toolbox'> {
  readonly request: RunRequest
  readonly network: Network
  readonly vault: SlyVault
  readonly search: () => SlySearch | undefined
  readonly history: readonly Forms<HistoryMessage>[]
}

function readInputs(ports: Ports, request: RunRequest): Inputs {
  const vault = ports.vault(request.session)
  const network = readRunNetwork(request)
  const search = slySearches(vault, publicText(request, network))
  const history = request.history.map(alike<HistoryMessage>)
  const { chatOnly } = ports
  const [modelInfo, toolbox] = [readModelInfo(request, network), readToolbox(request, network)]
  return { request, network, vault, search, history, chatOnly, modelInfo, toolbox }
}

interface Prepared {
  readonly context: RunContext
  readonly journal: Journal
  readonly stop: AbortController
}

function prepareRun(ports: Ports, inputs: Inputs, owned: Owned, record?: RecordOptions): Prepared {
  const { request, search } = inputs
  const stop = new AbortController()
  const onClosed = (cause: unknown) => stop.abort(cause)
  const journal = new Journal({ store: ports.store, clock: ports.clock, search, onClosed }, request.run, owned)
  const { models, hosts, clock, digests } = ports
  const context: RunContext = {
    ...inputs,
    models,
    hosts,
    mcp: ports.mcp,
    remote: ports.remote,
    clock,
    digests,
    journal,
    peers: {
      find: async (name) => ports.peer?.(name, request),
      vault: (session) => ports.vault(session),
      run: ports.runPeer,
    },
    instances: new Instances(owned.events),
    source: record === undefined ? undefined : recordSource(record),
  }
  return { context, journal, stop }
}

async function goOn(ports: RuntimePorts, prepared: Prepared, how: 'fresh' | 'resumed'): Promise<void> {
  const { context, journal, stop } = prepared
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

const AGAIN_MS = 5_000
const MOST_TRIES = 10

/** A store that refused a commit may take the run's end, at once or when the disk has room again: nobody waits for ever. */
async function endWritten(ports: RuntimePorts, run: RunId, work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (error instanceof Fenced || error instanceof Detached) throw error
    const most = ports.storeRecovers === true ? MOST_TRIES : 1
    for (let tried = 1; !(await isEnded(ports, run, unwritten(error))) && tried < most; tried += 1)
      await ports.clock.sleep(AGAIN_MS * 2 ** (tried - 1))
    throw error
  }
}

/** True when the end is written, or another owner's business. */
function isEnded(ports: RuntimePorts, run: RunId, failure: Failure): Promise<boolean> {
  return interruptRun(ports, run, failure).then(
    () => true,
    (cause: unknown) => cause instanceof Fenced,
  )
}

function unwritten(error: unknown): Failure {
  const said = error instanceof Error ? error.message : String(error)
  return { code: 'log-not-written', message: `What happened in this run could not be kept, so it was stopped: ${said}` }
}

const SERVER_GONE: Failure = {
  code: 'host-lost',
  message: 'The server ended while this run was going on. What was recorded until then is kept.',
}

async function interruptRun(ports: RuntimePorts, run: RunId, failure = SERVER_GONE): Promise<void> {
  const owned = await ports.store.own(run)
  const started = owned.events.find((event) => isOf(event, 'run.started'))
  if (started === undefined || owned.events.some((event) => event.type === 'run.finished')) return
  const search = slySearches(ports.vault(started.session), '')
  const journal = new Journal({ store: ports.store, clock: ports.clock, search, onClosed: () => undefined }, run, owned)
  await journal.commit([
    ...closeBelow(journal, RUN_SPAN, failure),
    { type: 'run.finished', span: RUN_SPAN, parent: null, outcome: 'failed', answer: '', failure },
  ])
}
