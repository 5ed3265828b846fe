// One tool by itself: a run without a model, in a session of its own.
import { err, type JsonObject, type JsonText, ok, type Result, type RunId, type SessionId } from '@slyglass/base'
import type { ClientFailure } from '@slyglass/protocol'
import { type CalledAlone, readCalls, type TraceSpan } from '@slyglass/run-log'
import { useMemo } from 'react'
import { callsOf, triesOf } from '../runs/calls.ts'
import { controller, logs } from '../runs/instance.ts'
import { isRunning } from '../runs/run-view.ts'
import { useRuns } from '../runs/runs-store.ts'
import { slyUseOf } from '../runs/sly-use.ts'
import { toolsIn } from '../runs/taught-tools.ts'
import { client } from './client.ts'
import { useStudio } from './studio.ts'

export interface ToolAsk {
  readonly tool: string
  /** Whose tool it is, where the name alone does not tell. */
  readonly agent?: string
  readonly args: JsonText
  readonly times: number
  /** Values of this call alone, as a JSON object; they win over those of the session. */
  readonly sly?: JsonText
  /** The session whose private values are used; nothing is written back to it. */
  readonly slyFrom?: SessionId
}

/** Starts the call and follows its run. */
export async function callTool({
  tool,
  agent,
  args,
  times,
  sly,
  slyFrom,
}: ToolAsk): Promise<Result<RunId, ClientFailure>> {
  const { project, networkName } = useStudio.getState()
  if (project === undefined || networkName === undefined) return err(NOTHING_OPEN)
  const reply = await client.startRun({
    project: project.id,
    network: networkName,
    message: `${tool} by itself`,
    call: { tool, args, ...(times > 1 ? { times } : {}), ...(agent === undefined ? {} : { agent }) },
    ...(sly === undefined ? {} : { sly }),
    ...(slyFrom === undefined ? {} : { slyFrom }),
  })
  if (!reply.ok) return reply
  controller.follow(reply.value.run)
  return ok(reply.value.run)
}

const NOTHING_OPEN: ClientFailure = { code: 'nothing-open', message: 'No network is open.', status: 0 }

/** What is known of such a run; `running` while it goes on. */
export function useCalledTool(run: RunId | undefined): (CalledAlone & { readonly running: boolean }) | undefined {
  const view = useRuns((state) => (run === undefined ? undefined : state.views.get(run)))
  const seq = view?.lastSeq
  const running = isRunning(view)
  return useMemo(
    () => (run === undefined || seq === undefined ? undefined : { ...readCalls(logs.all(run)), running }),
    [run, seq, running],
  )
}

/** A call of a tool in a run that is at hand. */
export interface RecordedCall {
  readonly run: RunId
  readonly session: SessionId
  readonly title: string
  readonly span: TraceSpan
  /** Private keys that it read, or had in reach where its host does not tell. */
  readonly keys: readonly string[]
}

const MOST_CALLS = 20
const RUNS_READ = 8

/** Reads the newest runs of the open network, so that their calls can be found. */
export function readRecentRuns(): void {
  const { list, views } = useRuns.getState()
  for (const { run } of list.runs.slice(0, RUNS_READ)) if (!views.has(run)) controller.follow(run)
}

/** Calls of a tool, those of the newest run first. */
export function useRecordedCalls(tool: string): readonly RecordedCall[] {
  const runs = useRuns((state) => state.list.runs)
  const views = useRuns((state) => state.views)
  return useMemo(
    () =>
      runs
        .flatMap(({ run, session, title }) => {
          const trace = views.get(run)?.trace
          if (trace === undefined) return []
          const calls = callsOf(trace).filter(({ name, args }) => name === tool && args)
          return calls.map((span) => ({ run, session, title, span, keys: slyUseOf(triesOf(trace, span.id)).keys }))
        })
        .slice(0, MOST_CALLS),
    [runs, views, tool],
  )
}

/** A tool of an MCP server, as the server told it to an agent. */
export interface TaughtTool {
  readonly name: string
  readonly description: string
  readonly schema?: JsonObject
}

/** Tools of a server that runs at hand were told of, those of the newest run. */
export function useTaughtTools(server: string): readonly TaughtTool[] {
  const runs = useRuns((state) => state.list.runs)
  const views = useRuns((state) => state.views)
  return useMemo(() => {
    const ids = [...new Set([...runs.map(({ run }) => run), ...[...views.keys()].reverse()])]
    for (const run of ids.filter((id) => views.has(id))) {
      const told = toolsIn(logs.all(run), server)
      if (told.length > 0) return told
    }
    return []
  }, [runs, views, server])
}
