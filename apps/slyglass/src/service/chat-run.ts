// One chat as a run of its own: its private values live in a vault of its own and are gone when it has ended, also where a conversation goes on.
import { type RunId, runId, type SessionId } from '@slyglass/base'
import { type ChatMessage, type ChatRequest, createChatStream, readContext } from '@slyglass/protocol/neuro-san'
import type { LogEvent } from '@slyglass/run-log'
import type { RunRequest, Runtime } from '@slyglass/runtime'
import { composeRun, type RunParts } from '../runs/compose-run.ts'
import { readCommand } from '../runs/read-command.ts'
import type { Studio } from '../server/studio.ts'
import { newId, type Sessions } from '../sessions/sessions.ts'
import type { ReadNetwork } from '../workspace/networks.ts'
import type { Project } from '../workspace/projects.ts'
import { tellRun } from './chat-messages.ts'

/** A chat that is going on. */
export interface ChatRun {
  readonly run: RunId
  /** Messages as they come, to the end of the run. */
  readonly messages: AsyncIterable<ChatMessage>
  /** Resolves when it is over and its private values are gone. */
  readonly ended: Promise<void>
  /** Stops it; what it had done stays in its log. */
  stop(why: string): Promise<void>
}

/** What chats are run with. */
export interface ChatParts {
  readonly project: Project
  readonly parts: RunParts
  readonly runtime: Runtime
  readonly store: Pick<Studio['store'], 'tail' | 'send' | 'read'>
  readonly sessions: Sessions
  readonly closing: AbortSignal
}

/** What a chat is started with. */
export interface Chat extends Pick<ChatRequest, 'context' | 'sly'> {
  readonly text: string
  /** Of a conversation of several runs; without it the run stands alone. Its run before has ended. */
  readonly session?: SessionId
  /** What makes it a command, where the network does not say. */
  readonly commandPrefix?: string
  /** What tools share, and what was used up so far, where a conversation has several runs. */
  readonly past?: Pick<RunRequest, 'deps' | 'used'> & Partial<Pick<RunRequest, 'history'>>
  readonly source: 'service' | 'chat' | 'test'
  /** Somebody answers the questions of the run. */
  readonly attended?: boolean
  /** `on`: words come as they are said, to `onEvents`. */
  readonly streaming: 'on' | 'network'
  onEvents?(events: readonly LogEvent[]): void
}

/** Starts a run for a chat and resolves once its beginning is recorded. */
export async function startChatRun(chats: ChatParts, served: ReadNetwork, request: Chat): Promise<ChatRun> {
  const { project, sessions, runtime, store } = chats
  const goesOn = request.session !== undefined
  const session = request.session ?? sessions.create()
  const vault = await sessions.vault(session)
  vault.update(request.sly)
  const run = runId(newId('run'))
  const history = readContext(request.context, served.network.frontMan?.name ?? '')
  const stream = createChatStream({
    network: served.network,
    history,
    slyValue: (key) => vault.values().get(key),
  })
  const composed = await composeRun(chats.parts, { project, ...served })
  try {
    await runtime.start({
      ...composed,
      ...{ run, session, history },
      message: request.text,
      ...readCommand(served.network, request.text, request.commandPrefix),
      streaming: request.streaming,
      source: request.source,
      ...request.past,
      ...(request.attended !== undefined && { attended: request.attended }),
    })
  } catch (error) {
    await sessions.forget(session, goesOn)
    throw error
  }
  const ended = runtime
    .settled(run)
    .catch(() => undefined)
    .then(() => sessions.forget(session, goesOn))
    .catch(() => undefined)
  return {
    ...{ run, ended },
    messages: tellRun(listeningTo(chats), {
      ...{ run, stream, network: served.network },
      ...(request.onEvents === undefined ? {} : { onEvents: request.onEvents }),
    }),
    stop: async (why) => {
      // The way through the store is longer than that to the next question to a model.
      if (!runtime.stop(run)) await store.send(run, { id: why, kind: 'cancel' })
    },
  }
}

function listeningTo({ store, closing, parts, project }: ChatParts): Parameters<typeof tellRun>[0] {
  return {
    ...{ store, closing },
    readNetwork: async (name) => (await parts.networks.read(project, name))?.network,
  }
}
