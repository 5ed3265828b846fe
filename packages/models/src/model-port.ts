// The model port: one request of OpenAI's two endpoints, sent once and exactly as composed.
import {
  type ModelCallRequest,
  type ModelCredential,
  ModelFailure,
  type ModelPort,
  type ModelProvider,
  type ModelReply,
} from '@slyglass/runtime'
import { readEvents, readWhole } from './answers.ts'
import { checkBaseUrl } from './base-url.ts'
import { createDoor, type Door } from './door.ts'
import { createExchange, type DoorRequest, type Exchange } from './exchange.ts'
import { explainFailure } from './model-failure.ts'
import { sleepFor } from './offline/sleep.ts'
import { DEFAULT_TIMEOUTS, Patience, type Timeouts } from './patience.ts'
import { createReplyBuilder, readCompletion } from './read-reply.ts'
import { createResponseBuilder, readResponse } from './read-response.ts'
import { readVectors } from './read-vectors.ts'
import { createReasoningFold } from './reasoning-tags.ts'

export interface ModelPortOptions {
  /**
   * The key of an endpoint, asked for anew with every request; undefined sends none. With `variable` the key of another provider
   * is meant, which is kept under that name.
   */
  credential(provider: ModelProvider, variable?: string): string | undefined
  readonly timeouts?: Partial<Timeouts>
  /** Sends in place of the door's own way out. */
  readonly fetch?: typeof fetch
}

export function createModelPort(options: ModelPortOptions): ModelPort {
  return {
    send: async (request) => {
      const folds = request.provider.reasoningTags === 'fold'
      const asked = folds ? { ...request, onText: withoutReasoning(request.onText) } : request
      const streams = asksForStream(request.body)
      const reply = await exchangeOnce(options, request.provider, request, (door, heard) =>
        ask(door, streams, asked, heard),
      )
      return folds ? folded(reply) : reply
    },
  }
}

function withoutReasoning(onText: (text: string) => void): (text: string) => void {
  const fold = createReasoningFold()
  return (piece) => {
    const shown = fold.add(piece)
    if (shown !== '') onText(shown)
  }
}

function folded(reply: ModelReply): ModelReply {
  const fold = createReasoningFold()
  fold.add(reply.text)
  return { ...reply, ...fold.end(reply.calls.length > 0) }
}

/** Runs `talk` with a door as the only way out; every outcome but success becomes a ModelFailure. */
export async function exchangeOnce<T>(
  options: ModelPortOptions,
  provider: ModelProvider,
  request: DoorRequest,
  talk: (door: Door, heard: () => void) => Promise<T>,
): Promise<T> {
  request.signal.throwIfAborted()
  checkBaseUrl(provider)
  const exchange = createExchange(provider, readCredential(options, provider, request.credential), request)
  const patience = new Patience({ ...DEFAULT_TIMEOUTS, ...options.timeouts }, (kind) => {
    exchange.timedOut = kind
  })
  const door = createDoor({
    request,
    exchange,
    patience,
    otherFetch: options.fetch,
    sleep: sleepFor,
  })
  try {
    return await talk(door, () => patience.heard())
  } catch (error) {
    throw reasonOf(error, exchange, request)
  } finally {
    patience.end()
  }
}

function reasonOf(error: unknown, exchange: Exchange, { signal, body }: DoorRequest): unknown {
  if (signal.aborted) return signal.reason
  if (exchange.callerError !== undefined) return exchange.callerError.error
  return explainFailure(exchange, modelOf(body, exchange), error) ?? error
}

const ENDPOINTS = {
  chat: { path: '/chat/completions', read: readCompletion, build: createReplyBuilder },
  responses: { path: '/responses', read: readResponse, build: createResponseBuilder },
} as const

async function ask(door: Door, streams: boolean, request: ModelCallRequest, heard: () => void): Promise<ModelReply> {
  if (request.api === 'embeddings') return readVectors(await readWhole(await door('POST', '/embeddings')))
  const { path, read, build } = ENDPOINTS[request.api === 'responses' ? 'responses' : 'chat']
  const answer = await door('POST', path)
  if (!streams) return read(await readWhole(answer))
  const reply = build()
  for await (const event of readEvents(answer)) {
    heard()
    const text = reply.add(event)
    if (text !== '') request.onText(text)
  }
  request.signal.throwIfAborted()
  return reply.finish()
}

/** A body is only read where it may say so: what else is in it is for the endpoint alone, and may be long. */
function asksForStream(text: string): boolean {
  if (text.startsWith('{') && !SAYS_STREAM.test(text)) return false
  const body = readBody(text)
  return 'stream' in body && body.stream === true
}

const SAYS_STREAM = /"stream"\s*:\s*true/

function readBody(text: string): object {
  const body: unknown = JSON.parse(text)
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw new TypeError('A model request is an object.')
  return body
}

/** For words about a failure. What asks for a list of models sends no body. */
function modelOf(text: string, { provider }: Exchange): string {
  const body = text === '' ? {} : readBody(text)
  return 'model' in body ? String(body.model) : (provider.modelName ?? '')
}

function readCredential(
  options: ModelPortOptions,
  provider: ModelProvider,
  chosen: ModelCredential | undefined,
): string | undefined {
  if (chosen?.kind === 'none') return undefined
  const named = chosen?.kind === 'variable' ? chosen.name : undefined
  const key = (chosen?.kind === 'given' ? chosen.value : options.credential(provider, named))?.trim()
  if (key === undefined || key === '') return undefined
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new ModelFailure({
    code: 'credential-unusable',
    message: 'The key holds blanks or characters that cannot be sent in a header. Copy it again, without line breaks.',
    retryable: false,
  })
}
