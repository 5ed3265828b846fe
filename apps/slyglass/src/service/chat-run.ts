// One chat as a run of its own: its private values live in a vault of its own and are gone when it has ended.
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunId, runId, type SpanId } from '@slyglass/base'
import {
  type ChatMessage,
  type ChatRequest,
  type ChatStream,
  createChatStream,
  readContext,
} from '@slyglass/protocol/neuro-san'
import type { LogEvent } from '@slyglass/run-log'
import type { Runtime } from '@slyglass/runtime'
import { composeRun, type RunParts } from '../runs/compose-run.ts'
import type { ReadNetwork, Studio } from '../server/studio.ts'
import { newId, type Sessions } from '../sessions/sessions.ts'
import type { Project } from '../workspace/projects.ts'

/** A chat that is going on. */
export interface ChatRun {
  readonly run: RunId
  /** Messages as they come, to the end of the run. */
  readonly messages: AsyncIterable<ChatMessage>
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
  readonly source: 'service' | 'chat' | 'test'
  /** `on`: words come as they are said, to `onEvents`. */
  readonly streaming: 'on' | 'network'
  onEvents?(events: readonly LogEvent[]): void
}

/** Starts a run for a chat and resolves once its beginning is recorded. */
export async function startChatRun(chats: ChatParts, served: ReadNetwork, request: Chat): Promise<ChatRun> {
  const { project, sessions, runtime, store } = chats
  const session = sessions.create()
  const vault = sessions.vault(session)
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
      streaming: request.streaming,
      source: request.source,
    })
  } catch (error) {
    sessions.forget(session)
    throw error
  }
  void runtime
    .settled(run)
    .catch(() => undefined)
    .then(() => sessions.forget(session))
  return {
    run,
    messages: messagesOf(chats, run, stream, request.onEvents),
    stop: async (why) => void (await store.send(run, { id: why, kind: 'cancel' })),
  }
}

const SURE_MS = 25

/** A message that waits to be sure is sent when nothing more is heard for a moment. */
async function* messagesOf(
  { store, closing }: ChatParts,
  run: RunId,
  stream: ChatStream,
  onEvents: Chat['onEvents'],
): AsyncIterable<ChatMessage> {
  const tail = store.tail(run, -1, closing)[Symbol.asyncIterator]()
  const peers = new Peers()
  for (;;) {
    const coming = tail.next()
    if (stream.holds && (await isSilent(coming))) yield* stream.flush()
    const { done, value } = await coming
    if (done === true) return
    onEvents?.(value)
    for (const peer of peers.endedIn(value)) await countPeers(store, peer, stream)
    yield* stream.next(value)
  }
}

async function isSilent(coming: Promise<unknown>): Promise<boolean> {
  const heard = new AbortController()
  const silence = sleep(SURE_MS, true, { signal: heard.signal }).catch(() => true)
  const silent = await Promise.race([coming.then(() => false), silence])
  heard.abort()
  return silent
}

/** Runs of other networks of this server that answer calls of a run. */
class Peers {
  readonly #asked = new Map<SpanId, RunId>()

  /** Those whose answer is among the events. */
  endedIn(events: readonly LogEvent[]): readonly RunId[] {
    return events.flatMap((event) => {
      if (event.type === 'attempt.started' && event.peerRun !== undefined) this.#asked.set(event.span, event.peerRun)
      return event.type === 'attempt.finished' ? (this.#asked.get(event.span) ?? []) : []
    })
  }
}

const ALL = 1_000_000

/** Counts what a peer used, and what its own peers used. */
async function countPeers(store: Pick<ChatParts['store'], 'read'>, run: RunId, stream: ChatStream): Promise<void> {
  const log = await store.read(run, -1, ALL)
  stream.countElsewhere(log)
  for (const peer of new Peers().endedIn(log)) await countPeers(store, peer, stream)
}
