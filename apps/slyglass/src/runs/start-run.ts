import { err, ok, type Result, runId, type SessionId, sessionId } from '@slyglass/base'
import type { Diagnostic } from '@slyglass/network'
import type { NetworkErrorsReply, StartedReply, StartRun } from '@slyglass/protocol'
import type { LibsqlRunStore } from '@slyglass/run-store'
import type { Runtime, RuntimePorts } from '@slyglass/runtime'
import { createFarRuns, type FarRuns } from '../far/far-runs.ts'
import type { FarServers } from '../far/far-servers.ts'
import type { Refusal } from '../server/refusal.ts'
import type { Runs } from '../server/studio.ts'
import { newId, readSlyValues, type Sessions } from '../sessions/sessions.ts'
import { faultText } from '../workspace/fault-text.ts'
import type { ProjectNetworks, ReadNetwork } from '../workspace/networks.ts'
import type { Project, Projects } from '../workspace/projects.ts'
import type { Trust } from '../workspace/trust.ts'
import { type AskedRun, composeRequest, type RequestParts, readObject } from './compose-request.ts'
import type { FoundNetwork } from './compose-run.ts'
import { previewContext } from './preview-context.ts'

/** What starting runs asks of. */
export interface RunsOptions extends RequestParts {
  readonly projects: Projects
  readonly trust: Trust
  readonly networks: ProjectNetworks
  readonly sessions: Sessions
  readonly store: LibsqlRunStore
  readonly runtime: Runtime
  /** For a look at what a run would ask, without asking. */
  readonly ports: RuntimePorts
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

/** A network that may run: its folder is trusted and its file has no errors. */
export async function findNetwork(
  options: RunsOptions,
  body: Pick<StartRun, 'project' | 'network'>,
): Promise<Result<FoundNetwork, Refusal>> {
  const project = await options.projects.find(body.project)
  if (project === undefined) return err(refused(404, 'project', 'There is no such project.', 'Open its folder again.'))
  if (!(await options.trust.isTrusted(project.root))) return err(untrusted(project))
  const read = await options.networks.read(project, body.network)
  if (read === undefined) return err(refused(404, 'network', `There is no network "${body.network}" in the project.`))
  const errors = read.network.diagnostics.filter((diagnostic) => diagnostic.severity === 'error')
  return errors.length > 0 ? err(broken(read, errors)) : ok({ project, ...read })
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
  if (body.slyFrom !== undefined) vault.update((await options.sessions.vault(sessionId(body.slyFrom))).values())
  vault.update(values.value)
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

function untrusted(project: Project): Refusal {
  const message = `${project.root} is not trusted, so nothing in it may run.`
  return refused(403, 'untrusted', message, 'Trust the folder first: its tools run with your rights.')
}

function broken(read: ReadNetwork, diagnostics: readonly Diagnostic[]): Refusal {
  const [first] = diagnostics
  const why = first === undefined ? '' : faultText(read, first)
  const message = `${read.network.file} has errors, so it cannot run: ${why}`
  const more: Pick<NetworkErrorsReply, 'diagnostics'> = { diagnostics }
  return { ...refused(422, 'network-errors', message, 'Repair them in the editor.'), more }
}

function refused(status: Refusal['status'], code: string, message: string, hint?: string): Refusal {
  return { status, code, message, ...(hint === undefined ? {} : { hint }) }
}
