// Calls one tool in this process, as a run of its own whose log is read while it grows.
import { type JsonObject, type JsonText, printJson, runId } from '@slyglass/base'
import { type CalledAlone, type EventOf, type LogEvent, readCalls } from '@slyglass/run-log'
import { composeRun } from '../../runs/compose-run.ts'
import { newId } from '../../sessions/sessions.ts'
import { askInTurn } from '../chatting/ask-in-turn.ts'
import { hearQuestions } from '../chatting/hear-questions.ts'
import type { Decision } from '../chatting/talk.ts'
import type { Launched } from '../launch.ts'
import type { Target } from './find-target.ts'

export interface ToolCallOptions extends Target {
  readonly launched: Launched
  readonly args: JsonObject
  readonly sly: ReadonlyMap<string, JsonText>
  readonly agent?: string
  readonly deps?: JsonObject
  readonly times: number
  /** Aborted when the person wants it to stop. */
  readonly signal: AbortSignal
  onEvents?(events: readonly LogEvent[]): void
  /** Asks a person, also about calls of the networks that the tool asks; absent where there is none, so that what needs an approval is refused. */
  ask?(question: EventOf<'approval.requested'>): Promise<Decision>
}

export async function callTool(options: ToolCallOptions): Promise<CalledAlone> {
  const { launched, network, tool, args, agent, deps, times } = options
  const { studio, runtime, project, toolEnv } = launched
  const session = studio.sessions.create()
  const vault = await studio.sessions.vault(session)
  vault.update(options.sly)
  const run = runId(newId('run'))
  const parts = { files: studio.files, networks: studio.networks, model: studio.model, toolEnv }
  const text = printJson(args)
  try {
    await runtime.start({
      ...(await composeRun(parts, { project, ...network })),
      ...{ run, session, history: [], message: `${tool} ${text}`, streaming: 'network' },
      source: options.ask === undefined ? 'test' : 'chat',
      call: { tool, args: text, ...(agent !== undefined && { agent }), ...(times > 1 && { times }) },
      ...(deps !== undefined && { deps: printJson(deps) }),
    })
    const stop = () => void runtime.stop(run)
    options.signal.addEventListener('abort', stop, { once: true })
    if (options.signal.aborted) stop()
    const log = await follow(options, run)
    options.signal.removeEventListener('abort', stop)
    await runtime.settled(run)
    return readCalls(log)
  } finally {
    await studio.sessions.forget(session)
  }
}

async function follow(options: ToolCallOptions, run: ReturnType<typeof runId>): Promise<readonly LogEvent[]> {
  const { store, closing } = options.launched.studio
  const log: LogEvent[] = []
  const { ask } = options
  const hear = ask === undefined ? undefined : hearQuestions({ store, closing, asked: askInTurn(store, ask) })
  for await (const events of store.tail(run, -1, closing)) {
    log.push(...events)
    options.onEvents?.(events)
    hear?.(events)
  }
  return log
}
