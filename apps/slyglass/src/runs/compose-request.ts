// One run of a session as it is asked for in the studio: what its network brings, what is typed, and what is told of the past.
import { isJsonObject, type JsonObject, ok, parseJson, printJson, type Result, type SessionId } from '@slyglass/base'
import { studioOf } from '@slyglass/network'
import type { StartedReply, StartRun } from '@slyglass/protocol'
import type { LoneCall, TapeNote } from '@slyglass/run-log'
import type { HookPort, RunRequest, RunStore, RuntimePorts } from '@slyglass/runtime'
import type { Refusal } from '../refusal.ts'
import { composeRun, type FoundNetwork, type RunParts } from './compose-run.ts'
import { readCommand } from './read-command.ts'
import { type LeftBy, type Past, readPast, readShared } from './read-past.ts'
import { toldPast } from './told-past.ts'

/** What composing a session's run asks of. */
export interface RequestParts extends RunParts {
  readonly store: Pick<RunStore, 'list' | 'read'>
  readonly leftBy?: LeftBy
  /** Functions of projects; absent where none run. */
  readonly hooks: HookPort | undefined
  readonly ports: Pick<RuntimePorts, 'hosts'>
}

/** What the run is to do. */
export interface AskedRun extends Omit<StartRun, 'project' | 'network' | 'session' | 'sly' | 'slyFrom'> {
  /** It writes on the session's tape and does nothing else. */
  readonly tape?: TapeNote
}

export async function composeRequest(
  parts: RequestParts,
  { run, session }: StartedReply,
  asked: AskedRun,
  found: FoundNetwork,
): Promise<Result<RunRequest, Refusal>> {
  const { message, debug, deps: given, call, tape } = asked
  const asCommand =
    call === undefined && tape === undefined ? readCommand(found.network, message, asked.commandPrefix) : {}
  const isTalk = tape === undefined && asCommand.command === undefined
  const { logs, deps, used } = await pastFor(parts, session, found, isTalk)
  const composed = await composeRun(parts, found)
  const { sources } = composed
  const history = isTalk ? await toldPast({ network: found.network, logs, run, sources, hooks: parts.hooks }) : ok([])
  if (!history.ok) {
    // The run that would let go of the process that was asked does not begin.
    await parts.ports.hosts.release(run)
    return history
  }
  // What a tool was told to keep ends with the tape that it is on.
  const shared = withGiven((tape?.kind === 'reset' ? undefined : deps) ?? studioOf(found.network)?.deps, given)
  return ok({
    ...composed,
    run,
    session,
    message,
    history: history.value,
    streaming: 'on',
    source: 'chat',
    ...(shared !== undefined && { deps: printJson(shared) }),
    ...(used !== undefined && studioOf(found.network)?.session !== undefined && { used }),
    ...(debug === true && { debug }),
    ...(tape !== undefined && { tape }),
    ...(call === undefined ? asCommand : { call: calledAlone(call) }),
  })
}

async function pastFor(
  { store, leftBy }: RequestParts,
  session: SessionId,
  { network }: FoundNetwork,
  isTalk: boolean,
): Promise<Pick<Past, 'logs' | 'deps'> & Partial<Past>> {
  if (isTalk) return readPast(store, session, network.name)
  return { logs: [], ...(await readShared(store, session, network.name, leftBy)) }
}

/** What is given for this run lies over what the session, or else the network, has already. */
function withGiven(known: JsonObject | undefined, given: string | undefined): JsonObject | undefined {
  const own = given === undefined ? undefined : readObject(given)
  return own === undefined ? known : new Map([...(known ?? []), ...own])
}

/** A JSON object from its text; undefined where it is none. */
export function readObject(text: string): JsonObject | undefined {
  const parsed = parseJson(text)
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined
}

function calledAlone({ tool, args, agent, times }: NonNullable<StartRun['call']>): LoneCall {
  return { tool, args, ...(agent !== undefined && { agent }), ...(times !== undefined && { times }) }
}
