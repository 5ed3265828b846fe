import { err, ok, type Result, runId, type SessionId, sessionId } from '@slyglass/base'
import type { StartedReply, StartRun } from '@slyglass/protocol'
import type { LibsqlRunStore } from '@slyglass/run-store'
import type { Runtime } from '@slyglass/runtime'
import { createFarRuns, type FarRuns } from '../far/far-runs.ts'
import type { FarServers } from '../far/far-servers.ts'
import { type Refusal, refused } from '../refusal.ts'
import type { Runs } from '../server/studio.ts'
import { newId, readSlyValues, slyTooLarge } from '../sessions/sessions.ts'
import { type AskedRun, composeRequest, readObject } from './compose-request.ts'
import { findNetwork } from './find-network.ts'
import { type PreviewParts, previewContext } from './preview-context.ts'

/** What starting runs asks of. */
export interface RunsOptions extends PreviewParts {
  readonly store: LibsqlRunStore
  readonly runtime: Runtime
  readonly servers: FarServers
}

export function createRuns(options: RunsOptions): Runs {
  const { store } = options
  const farRuns = createFarRuns(options.servers, store)
  const created = new Set<SessionId>()
  const starting = new Set<SessionId>()

  const knowsSession = async (session: SessionId): Promise<boolean> =>
    created.has(session) || (await store.list({ session, limit: 1 })).length > 0

  const chooseSession = async (asked: string | undefined): Promise<Result<SessionId, Refusal>> => {
    const session = asked === undefined ? options.sessions.create() : sessionId(asked)
    if (asked !== undefined && !(await knowsSession(session))) return err(UNKNOWN_SESSION)
    created.add(session)
    return ok(session)
  }

  return {
    knowsSession,
    find: (run) => store.find(run),
    preview: (body) => previewContext(options, body),
    async start(body, tape) {
      const begin = await prepare(options, farRuns, tape === undefined ? body : { ...body, tape })
      if (!begin.ok) return begin
      if (body.slyFrom !== undefined && (body.session !== undefined || !(await knowsSession(sessionId(body.slyFrom)))))
        return err(UNKNOWN_SOURCE)
      const session = await chooseSession(body.session)
      if (!session.ok) return session
      // Between the look at the store and `run.started`, a second start of the same session must find this one.
      if (starting.has(session.value)) return err(RUN_OPEN)
      starting.add(session.value)
      try {
        return await startIn(options, session.value, body, begin.value)
      } finally {
        starting.delete(session.value)
      }
    },
  }
}

/** Starts a run under its names; or says why it cannot begin. */
type Begin = (ids: StartedReply) => Promise<Result<void, Refusal>>

async function prepare(
  options: RunsOptions,
  farRuns: FarRuns,
  body: StartRun & Pick<AskedRun, 'tape'>,
): Promise<Result<Begin, Refusal>> {
  const { runtime } = options
  const server = options.servers.find(body.project)
  if (server !== undefined && body.call !== undefined) return err(NOT_HERE)
  if (server !== undefined && body.tape !== undefined) return err(NO_TAPE)
  if (server !== undefined) {
    const far = await farRuns.compose(server, body)
    return far.ok ? ok(async (ids) => ok(await runtime.startFar(await far.value(ids)))) : far
  }
  const found = await findNetwork(options, body)
  if (!found.ok) return found
  if (body.deps !== undefined && readObject(body.deps) === undefined) return err(NO_OBJECT)
  if (body.call !== undefined && readObject(body.call.args) === undefined) return err(NO_ARGUMENTS)
  return ok(async (ids) => {
    const request = await composeRequest(options, ids, body, found.value)
    return request.ok ? ok(await runtime.start(request.value)) : request
  })
}

async function startIn(
  options: RunsOptions,
  session: SessionId,
  body: StartRun,
  begin: Begin,
): Promise<Result<StartedReply, Refusal>> {
  if (await hasOpenRun(options.store, session)) return err(RUN_OPEN)
  const values = body.sly === undefined ? ok(new Map<string, string>()) : readSlyValues(body.sly)
  if (!values.ok) return values
  const vault = await options.sessions.vault(session)
  const carried = body.slyFrom === undefined ? [] : (await options.sessions.vault(sessionId(body.slyFrom))).values()
  const given = new Map([...carried, ...values.value])
  const fault = vault.sizeFault(given)
  if (fault !== undefined) return err(slyTooLarge(fault))
  vault.update(given)
  const run = runId(newId('run'))
  const begun = await begin({ run, session })
  return begun.ok ? ok({ run, session }) : begun
}

const NO_OBJECT = refused(422, 'deps-not-object', 'What tools are to share must be one JSON object.')

const MOST_OPEN = 20

/** A row without an event is a start that came to nothing; while one is under way, `starting` knows. */
export async function hasOpenRun(store: Pick<LibsqlRunStore, 'list'>, session: SessionId): Promise<boolean> {
  const open = await store.list({ session, status: 'open', limit: MOST_OPEN })
  return open.some((row) => row.lastSeq >= 0)
}

const NO_ARGUMENTS = refused(
  400,
  'args-not-object',
  'The arguments are no JSON object.',
  'Write them as {"name": value}; {} where there are none.',
)
const NOT_HERE = refused(
  422,
  'not-here',
  'The tools of a running server lie there, so none of them can be called alone.',
  'Send it a message instead.',
)
const NO_TAPE = refused(
  422,
  'not-here',
  'A running server keeps the conversation itself, so nothing can be written on a tape here.',
)
const UNKNOWN_SOURCE = refused(
  404,
  'session',
  'There is no session to take private values from.',
  'Leave slyFrom out, or name a session that has runs; it is only for a new session.',
)
const UNKNOWN_SESSION = refused(
  404,
  'session',
  'There is no such session.',
  'Send the message without one: that starts a new one.',
)
const RUN_OPEN = refused(409, 'run-open', 'A run of this session is still going on.', 'Wait for it, or stop it.')
