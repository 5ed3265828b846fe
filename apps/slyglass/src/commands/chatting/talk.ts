// A conversation with a network of a project, in this process: what comes back is sent along with the next message.
import { type Json, type JsonObject, type JsonText, printJson, type RunId, runId } from '@slyglass/base'
import { studioOf } from '@slyglass/network'
import type { ChatMessage } from '@slyglass/protocol/neuro-san'
import type { EventOf, LogEvent, Outcome } from '@slyglass/run-log'
import { pastOf, readLogs } from '../../runs/read-past.ts'
import { choosesItsPast, toldPast } from '../../runs/told-past.ts'
import { type Chat, type ChatRun, startChatRun } from '../../service/chat-run.ts'
import { newId } from '../../sessions/sessions.ts'
import type { ReadNetwork } from '../../workspace/networks.ts'
import { toolSources } from '../../workspace/tool-paths.ts'
import type { Launched } from '../launch.ts'
import { askInTurn } from './ask-in-turn.ts'
import { hearQuestions } from './hear-questions.ts'

/** What a conversation is held with. */
export interface TalkOptions {
  readonly launched: Launched
  readonly network: ReadNetwork
  readonly source: 'chat' | 'test'
  readonly streaming: 'on' | 'network'
  /** What tools share when a conversation begins, in place of `studio.deps`. */
  readonly deps?: JsonText
  /** Asks the person about a call; without it such calls are refused. */
  ask?(question: EventOf<'approval.requested'>): Promise<Decision>
}

/** What a person decides about a call. */
export interface Decision {
  readonly decision: 'approve' | 'reject' | 'edit'
  readonly args?: JsonText
  /** Why not; the model reads it. */
  readonly reason?: string
}

/** One message of the person. */
export interface Said {
  readonly text: string
  /** What makes it a command, where the network does not say. */
  readonly commandPrefix?: string
  /** Private values in place of the conversation's own. */
  readonly sly?: ReadonlyMap<string, JsonText>
  onMessage?(message: ChatMessage): void
  onEvents?(events: readonly LogEvent[]): void
}

/** What it was answered. */
export interface Heard {
  readonly outcome: Outcome
  readonly text: string
  readonly structure?: JsonObject
  readonly slyData?: JsonObject
}

/** A conversation. */
export interface Talk {
  say(said: Said): Promise<Heard>
  /** Stops what is going on. */
  stop(): Promise<void>
  /** The next message begins a new conversation, with the private values that were sent last. */
  forget(): void
}

export function createTalk(options: TalkOptions): Talk {
  const { studio, runtime, project, toolEnv } = options.launched
  const parts = {
    ...{ project, runtime, store: studio.store, sessions: studio.sessions, closing: studio.closing },
    parts: { files: studio.files, networks: studio.networks, model: studio.model, toolEnv },
  }
  const { source, streaming, ask } = options
  let context: Json | undefined
  let sly: ReadonlyMap<string, JsonText> = new Map()
  let sent = sly
  let going: ChatRun | undefined
  /** Of this conversation, oldest first. They share a session, so its tools have the same files and programs over all of them. */
  let runs: readonly RunId[] = []
  let session = studio.sessions.create()
  let before: Promise<void> = Promise.resolve()
  const question = ask === undefined ? () => undefined : askInTurn(studio.store, ask)
  return {
    stop: async () => going?.stop('asked'),
    forget() {
      context = undefined
      runs = []
      const left = session
      void before.then(() => studio.sessions.forget(left)).catch(() => undefined)
      session = studio.sessions.create()
      sly = sent
    },
    async say({ text, sly: own, commandPrefix, onMessage, onEvents }) {
      let outcome: Outcome = 'failed'
      const hear = hearQuestions({ store: studio.store, closing: studio.closing, asked: question })
      const listen = (events: readonly LogEvent[]): void => {
        const last = events.at(-1)
        if (last?.type === 'run.finished') outcome = last.outcome
        hear(events)
        onEvents?.(events)
      }
      sent = own ?? sly
      await before
      going = await startChatRun(parts, options.network, {
        ...{ text, context, sly: sent, source, streaming },
        attended: ask !== undefined,
        ...{ session, past: await pastFor(options, runs) },
        ...(commandPrefix !== undefined && { commandPrefix }),
        onEvents: listen,
      })
      runs = [...runs, going.run]
      before = going.ended
      let final: ChatMessage | undefined
      for await (const message of going.messages) {
        onMessage?.(message)
        if (message.type === 'AGENT_FRAMEWORK' && message.origin === undefined) final = message
      }
      going = undefined
      context = final?.chatContext ?? context
      sly = new Map([...sent, ...[...(final?.slyData ?? [])].map(([key, value]) => [key, printJson(value)] as const)])
      return heardIn(final, outcome)
    },
  }
}

/** What the runs so far leave to the next one; without a run what was given counts, or the network's own values. */
async function pastFor(
  { launched, network, deps: given }: TalkOptions,
  runs: readonly RunId[],
): Promise<NonNullable<Chat['past']>> {
  const hasLimits = studioOf(network.network)?.session !== undefined
  const { logs, deps, used } = pastOf(await readLogs(launched.studio.store, runs))
  const history = await chosenPast(launched, network, logs)
  const shared = deps === undefined ? given : printJson(deps)
  return {
    ...(shared !== undefined && { deps: shared }),
    ...(hasLimits && { used }),
    ...(history !== undefined && { history }),
  }
}

/** The past as the network chooses it; undefined where it says nothing: then what came back last time is sent along. */
async function chosenPast(
  { hosts, project, toolEnv }: Launched,
  { network }: ReadNetwork,
  logs: Parameters<typeof toldPast>[0]['logs'],
) {
  if (!choosesItsPast(network)) return undefined
  const run = runId(newId('run'))
  const sources = toolSources(project.root, network.name, await toolEnv(project))
  const told = await toldPast({ network, logs, run, sources, hooks: hosts.hooks })
  await hosts.release(run)
  if (!told.ok) throw new Error(told.error.message)
  return told.value
}

function heardIn(final: ChatMessage | undefined, outcome: Outcome): Heard {
  const { text = '', structure, slyData } = final ?? {}
  return { outcome, text, ...(structure && { structure }), ...(slyData && { slyData }) }
}
