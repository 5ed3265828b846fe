// An open run as it goes on after its server ended: its inputs and answers as they came, its board, or why it cannot go on.
import { err, ok, type Result } from '@slyglass/base'
import {
  boardAfter,
  type Draft,
  type EventOf,
  type Failure,
  isOf,
  RESUMED,
  RUN_SPAN,
  type RunEvent,
  SEEN_EARLIER,
} from '@slyglass/run-log'
import type { SlyVault } from '@slyglass/sly'
import type { OwnedLog } from './journal.ts'
import { LAST_LOSS, LET_GO, timesLost } from './losses.ts'
import type { RunSurroundings, SealedSession } from './ports.ts'
import { type Inputs, keepsInMemory, type Ports, type Prepared, prepareRun, readInputs } from './prepare-run.ts'
import { requestFromLog } from './request-from-log.ts'
import { boxNames, openBox, openEvents } from './sealer.ts'
import { openInputs } from './start-record.ts'

export type Surroundings = (started: EventOf<'run.started'>) => Promise<Result<RunSurroundings, Failure>>

/** Undefined when there is nothing to go on with: the run has not begun, or has ended. */
export async function openRun(
  ports: Ports,
  owned: OwnedLog,
  surroundings: Surroundings,
  callersTimes?: Inputs['callersTimes'],
): Promise<Result<Prepared, Failure> | undefined> {
  const log = owned.events
  const logged = log.find((event) => isOf(event, 'run.started'))
  if (logged === undefined || log.some((event) => event.type === 'run.finished')) return undefined
  if (timesLost(log) >= LAST_LOSS) return err(LOST_TOO_OFTEN)
  const around = await surroundings(logged)
  if (!around.ok) return around
  const { runId: run, session } = logged
  const vault = await ports.vault(session)
  const { boxes } = await ports.store.sealed(session)
  const truths = openEvents(vault, log, boxes)
  const started = { truth: (truths.get(logged.seq) as typeof logged | undefined) ?? logged, logged }
  const inputs = openInputs(vault, run, boxes)
  const { request, history } = await requestFromLog(ports.store, started, inputs, around.value)
  const read = readInputs(ports, request, vault)
  if (keepsInMemory(read.network)) return err(KEPT_IN_MEMORY)
  if (isShut({ vault, boxes, truths }, log)) return err(VALUES_GONE)
  const prepared = prepareRun(ports, { ...read, history, callersTimes }, { ...owned, truths })
  const search = read.search()()
  await prepared.journal.commitAside(takeUpNotes(log, liveObjects(vault, boxes, logged)))
  if (search !== undefined) prepared.context.late.look(search)
  return ok(prepared)
}

interface Opened {
  readonly vault: SlyVault
  readonly boxes: SealedSession['boxes']
  readonly truths: ReadonlyMap<number, RunEvent>
}

/** True when the run had private values that cannot be opened: they were forgotten, or sealed under another master key. */
function isShut({ vault, boxes, truths }: Opened, log: readonly RunEvent[]): boolean {
  const board = boardAfter(log.map((event) => truths.get(event.seq) ?? event))
  if ([...board.values()].some(({ key, fingerprint }) => vault.find(key, fingerprint) === undefined)) return true
  const run = log[0]?.runId
  const own = [...boxes].filter(([name]) => run !== undefined && name.startsWith(`${run}:`))
  if (own.some(([name, box]) => vault.open(name, box) === undefined)) return true
  return own.length === 0 && log.some(maskedAnEvent)
}

function maskedAnEvent(event: RunEvent): boolean {
  if (event.type !== 'sly.leaked' || event.where.endsWith(SEEN_EARLIER)) return false
  return !event.where.startsWith('attempt.delta ')
}

/** Names and types of what could only live in the process that is gone. */
function liveObjects(
  vault: SlyVault,
  boxes: SealedSession['boxes'],
  { runId }: RunEvent,
): readonly (readonly [string, string])[] {
  const text = openBox(vault, boxes, boxNames.opaque(runId))
  return text === undefined ? [] : (JSON.parse(text) as [string, string][])
}

function takeUpNotes(log: readonly RunEvent[], gone: readonly (readonly [string, string])[]): readonly Draft[] {
  const last = log.findLast(
    (event): event is EventOf<'note.noted'> =>
      event.type === 'note.noted' && (event.source === LET_GO || event.source === RESUMED),
  )
  const how =
    last?.source === LET_GO
      ? 'The server was closed while a person was asked.'
      : 'The server ended while this run was going on.'
  const place = { type: 'note.noted', span: RUN_SPAN, parent: null } as const
  const resumed = `${how} It goes on from its log: what was answered is not asked again.`
  const notes: Draft[] = [{ ...place, level: 'info', text: resumed, source: RESUMED }]
  if (gone.length === 0) return notes
  const names = gone.map(([key, type]) => `${key} (${type})`).join(', ')
  const text = `Gone with the server's tool processes, because they could not be written down: ${names}. A tool that needs them makes them anew.`
  return [...notes, { ...place, level: 'warning', text }]
}

function hostLost(message: string): Failure {
  return { code: 'host-lost', message }
}

const LOST_TOO_OFTEN = hostLost(
  `The server ended ${LAST_LOSS} times while this run was going on, so it is not gone on with again. What was recorded is kept.`,
)
const KEPT_IN_MEMORY = hostLost(
  'The server ended while this run was going on. Its network says studio.sly.keep = memory, so its private values are gone and it cannot go on. What was recorded is kept.',
)
const VALUES_GONE = hostLost(
  'The server ended while this run was going on, and its private values cannot be opened: they were forgotten, or sealed under another master key. What was recorded is kept.',
)
