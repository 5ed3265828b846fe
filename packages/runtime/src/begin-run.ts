// The beginning of a run: its inputs are frozen in its first event, and nobody is told before that is on disk.
import { printJson } from '@slyglass/base'
import { studioOf } from '@slyglass/network'
import type { HistoryMessage } from '@slyglass/run-log'
import type { SlySearch } from '@slyglass/sly'
import type { Desk } from './active-runs.ts'
import { endWritten } from './end-run.ts'
import type { FarRunRequest } from './far/far-ports.ts'
import { beginFarRun } from './far/far-run.ts'
import { alike, type Forms } from './forms.ts'
import { HALF_MESSAGE, wholeRequest } from './half-characters.ts'
import type { OwnedLog } from './journal.ts'
import { networkInputs } from './network-inputs.ts'
import type { RunRequest } from './ports.ts'
import { type Inputs, prepareRun, readInputs } from './prepare-run.ts'
import type { RecordOptions } from './record-source.ts'
import { slySearches } from './sly-searches.ts'
import { printHistory, startRecord } from './start-record.ts'

export interface StartOptions {
  /** Another run's log whose answers are taken instead of asking again. */
  readonly record?: RecordOptions
}

/** Of a run that another one asks for. */
type Begun = StartOptions & Pick<Inputs, 'callersTimes'>

/** `isNew` is false for a run that has its row already, and no event. */
export async function beginRun(desk: Desk, given: RunRequest, options: Begun, isNew = true): Promise<void> {
  const { ports, active } = desk
  const request = wholeRequest(given)
  const { run, session, project, network } = request
  const at = ports.clock.now()
  const read = readInputs(ports, withDeps(request), await ports.vault(session))
  const search = read.search()()
  const { keys } = networkInputs(request)
  const record = startRecord(read.request, read.vault, { digests: ports.digests, search, keys })
  const title = titleOf(request.message, search)
  const history = request.history.map((past, index) => asLogged(past, record.history[index]))
  const { callersTimes } = options
  await orTakeBack(desk, run, async () => {
    // One after the other, and nobody waits in between: a store may take all three in one go.
    const created = isNew ? ports.store.create({ run, session, project, network, title, at }) : undefined
    const owned = ports.store.own(run)
    const log = isNew ? UNTOUCHED : await owned
    const prepared = prepareRun(ports, { ...read, history, callersTimes }, log, options.record)
    const started = prepared.journal.commit([record.draft], record)
    const noted = request === given ? undefined : prepared.journal.commitAside([HALF_MESSAGE])
    const begun = allOf([created, owned, started, noted])
    // It goes on at once, and what it says first may be written with its beginning. No question is asked before both are on disk.
    active.go(ports, prepared, 'fresh', begun).catch(() => undefined)
    await begun.catch(async (cause: unknown) => {
      await active.settled(run)
      throw cause
    })
  })
}

/** A run that has just got its row, as its first owner takes it. The store refuses a commit where this is not so. */
const UNTOUCHED: OwnedLog = { epoch: 1, events: [] }

/** Rejects with the first refusal in their order, once all have ended. */
async function allOf(works: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  const ends = await Promise.allSettled(works)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** What tools share when the run begins stands in its log, also when it is the network that says so. */
function withDeps(request: RunRequest): RunRequest {
  const deps = request.deps === undefined ? studioOf(networkInputs(request).network)?.deps : undefined
  return deps === undefined || deps.size === 0 ? request : { ...request, deps: printJson(deps) }
}

/** A run that a network of another server answers. */
export async function beginFar(desk: Desk, request: FarRunRequest): Promise<void> {
  const { ports, active } = desk
  const { run, session, project, network, message } = request
  const title = titleOf(message, slySearches(await ports.vault(session), '')())
  await ports.store.create({ run, session, project, network, title, at: ports.clock.now() })
  await orTakeBack(desk, run, async () => {
    const follow = await beginFarRun(ports, request)
    active.track(run, endWritten(ports, run, follow())).catch(() => undefined)
  })
}

/** Nobody was told of a run that could not begin: open and without an event it would only lock its session. */
async function orTakeBack({ ports }: Desk, run: RunRequest['run'], begin: () => Promise<void>): Promise<void> {
  try {
    await begin()
  } catch (error) {
    await ports.store.discard(run).catch(() => undefined)
    throw error
  }
}

function asLogged(truth: HistoryMessage, logged = truth): Forms<HistoryMessage> {
  return printHistory(truth) === printHistory(logged) ? alike(truth) : { truth, logged }
}

const TITLE_LENGTH = 80

/** The first line of the message; the run list is stored too, so it is masked like the log. */
function titleOf(message: string, search: SlySearch | undefined): string {
  const masked = search === undefined ? message : search.mask(message).text
  const line = masked.trim().split('\n')[0] ?? ''
  return line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1)}…` : line
}
