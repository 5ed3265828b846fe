// The only place from which a model request leaves: the exact bytes are shown first, then sent once, then not again.
import type { WireRequest } from '@slyglass/runtime'
import type { Answer } from './answers.ts'
import { OFFLINE_BASE_URL } from './base-url.ts'
import { type DoorRequest, type Exchange, withoutCredential } from './exchange.ts'
import { answerOffline, type Sleep } from './offline/endpoint.ts'
import type { Patience } from './patience.ts'
import { type Outgoing, sendOverHttp } from './send-over-http.ts'
import { stoppable } from './stoppable.ts'

const MAX_ERROR_TEXT = 64 * 1024
/** Somewhat more is looked at, so that a value at the cut is seen whole. */
const READ_ERROR_TEXT = 2 * MAX_ERROR_TEXT
/** One request to an endpoint, by the path behind its base URL; answers that are no success are thrown. */
export type Door = (method: 'GET' | 'POST', path: string) => Promise<Answer>

/** Thrown when no answer is there to be read; what happened is in the exchange. */
class NotAnswered extends Error {}

export function createDoor(options: {
  readonly request: DoorRequest
  readonly exchange: Exchange
  readonly patience: Patience
  /** Sends in place of this door's own way. */
  readonly otherFetch: typeof fetch | undefined
  readonly sleep: Sleep
}): Door {
  const { request, exchange, patience, otherFetch, sleep } = options
  return async (method, path) => {
    const url = `${exchange.provider.baseUrl.replace(/\/$/, '')}${path}`
    const body = method === 'GET' ? '' : request.body
    const headers: Record<string, string> = { ...HEADERS[method] }
    if ((await decide(request, exchange, { url, method, headers: hidden(headers, exchange), body })) === 'block') {
      exchange.blocked = true
      throw new NotAnswered('blocked before sending')
    }
    if (exchange.credential !== undefined) headers.authorization = `Bearer ${exchange.credential}`
    patience.start(request.signal)
    const wire = { method, headers, body, stop: patience, onHead: () => patience.heard() }
    const response = url.startsWith(OFFLINE_BASE_URL)
      ? await askOffline({ method, url, body }, callerOf(request, exchange), patience.signal(), sleep)
      : await sendOnce(otherFetch, url, wire, exchange)
    patience.heard()
    if (response.ok) note(response, exchange)
    else await noteRefusal(response, exchange)
    return response
  }
}

const SENT = { accept: 'application/json', 'user-agent': 'slyglass' }
const HEADERS = { GET: SENT, POST: { ...SENT, 'content-type': 'application/json' } }

async function decide(request: DoorRequest, exchange: Exchange, wire: WireRequest): Promise<'send' | 'block'> {
  try {
    return await request.beforeSend(wire)
  } catch (error) {
    exchange.callerError = { error }
    throw error
  }
}

function hidden(headers: Record<string, string>, exchange: Exchange): Record<string, string> {
  return exchange.credential === undefined ? { ...headers } : { ...headers, authorization: 'Bearer ⟨credential⟩' }
}

function callerOf(request: DoorRequest, exchange: Exchange) {
  const { script, scriptFile } = exchange.provider
  return { agent: request.agent, network: request.network, script, scriptFile }
}

async function sendOnce(
  otherFetch: typeof fetch | undefined,
  url: string,
  wire: Outgoing,
  exchange: Exchange,
): Promise<Answer> {
  try {
    return await (otherFetch === undefined ? sendOverHttp(url, wire) : fetchWith(otherFetch, url, wire))
  } catch (error) {
    exchange.networkError = error
    throw error
  }
}

async function fetchWith(otherFetch: typeof fetch, url: string, wire: Outgoing): Promise<Response> {
  const { method, headers, body } = wire
  const sent = method === 'GET' ? {} : { body: Buffer.from(body, 'utf8') }
  const signal = wire.stop.signal()
  return stoppable(await otherFetch(url, { method, headers, signal, redirect: 'error', ...sent }), signal)
}

async function askOffline(...asked: Parameters<typeof answerOffline>): Promise<Response> {
  const [, , signal] = asked
  return stoppable(await answerOffline(...asked), signal)
}

/** Keeps what the failure mapping needs; the body of a success is left to the reader. */
function note(response: Answer, exchange: Exchange): void {
  exchange.status = response.status
  exchange.contentType = response.headers.get('content-type') ?? ''
}

async function noteRefusal(response: Answer, exchange: Exchange): Promise<never> {
  note(response, exchange)
  const text = await readStart(response)
  exchange.errorText = exchange.shorten(withoutCredential(text, exchange), MAX_ERROR_TEXT)
  throw new NotAnswered(exchange.errorText)
}

/** No endpoint can fill the memory with an error. */
async function readStart(response: Answer): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true })
      if (text.length >= READ_ERROR_TEXT) break
    }
  } catch {
    // What came until the connection broke is what the endpoint said.
  }
  return text.slice(0, READ_ERROR_TEXT)
}
