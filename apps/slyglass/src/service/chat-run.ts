// One chat as a run of its own: its private values live in a vault of its own and are gone when it has ended.
import { setTimeout as sleep } from 'node:timers/promises'
import { type JsonText, type RunId, runId } from '@slyglass/base'
import {
  type ChatMessage,
  type ChatRequest,
  type ChatStream,
  createChatStream,
  readContext,
} from '@slyglass/protocol/neuro-san'
import { composeRun } from '../runs/compose-run.ts'
import { newId } from '../sessions/sessions.ts'
import type { ServedNetwork } from './served-networks.ts'
import type { Service } from './service.ts'

/** A chat that is going on. */
export interface ChatRun {
  readonly run: RunId
  /** Messages as they come, to the end of the run. */
  readonly messages: AsyncIterable<ChatMessage>
  /** Stops it; what it had done stays in its log. */
  stop(why: string): Promise<void>
}

/** Starts a run for a chat and resolves once its beginning is recorded. */
export async function startChatRun(
  service: Service,
  served: ServedNetwork,
  request: ChatRequest & { readonly text: string },
  metadata: JsonText,
): Promise<ChatRun> {
  const { project, sessions, runtime, store } = service
  const session = sessions.create()
  const vault = sessions.vault(session)
  const sent = new Map(request.sly)
  if ((sent.get('request_metadata') ?? 'null') === 'null') sent.set('request_metadata', metadata)
  vault.update(sent)
  const run = runId(newId('run'))
  const history = readContext(request.context, served.network.frontMan?.name ?? '')
  const stream = createChatStream({
    network: served.network,
    history,
    slyValue: (key) => vault.values().get(key),
  })
  const composed = await composeRun(service.parts, { project, ...served })
  try {
    await runtime.start({
      ...composed,
      ...{ run, session, history },
      message: request.text,
      streaming: 'network',
      source: 'service',
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
    messages: messagesOf(service, run, stream),
    stop: async (why) => void (await store.send(run, { id: why, kind: 'cancel' })),
  }
}

const SURE_MS = 25

/** A message that waits to be sure is sent when nothing more is heard for a moment. */
async function* messagesOf({ store, closing }: Service, run: RunId, stream: ChatStream): AsyncIterable<ChatMessage> {
  const tail = store.tail(run, -1, closing)[Symbol.asyncIterator]()
  for (;;) {
    const coming = tail.next()
    if (stream.holds && (await isSilent(coming))) yield* stream.flush()
    const { done, value } = await coming
    if (done === true) return
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
