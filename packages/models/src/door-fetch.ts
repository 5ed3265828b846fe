// The only place from which a model request leaves: the exact bytes are shown first, then sent once, then not again.
import type { WireRequest } from '@slyglass/runtime'
import { OFFLINE_BASE_URL } from './base-url.ts'
import { type DoorRequest, type Exchange, withoutCredential } from './exchange.ts'
import { answerOffline, type Sleep } from './offline/endpoint.ts'
import type { Patience } from './patience.ts'
import { type Outgoing, sendOverHttp } from './send-over-http.ts'
import { joinSignals, stoppable } from './stoppable.ts'

const MAX_ERROR_TEXT = 64 * 1024
/** Somewhat more is looked at, so that a value at the cut is seen whole. */
const READ_ERROR_TEXT = 2 * MAX_ERROR_TEXT
/** Everything else the client library adds (platform, language version, retry counts) stays here. */
const SENT_HEADERS = ['accept', 'content-type', 'user-agent']
const USER_AGENT = 'slyglass'
const BLOCK_STATUS = 422

/** A request that this door does not send; our own mistake, never a provider's. */
export class DoorDefect extends Error {}

export function createDoorFetch(options: {
  readonly request: DoorRequest
  readonly exchange: Exchange
  readonly patience: Patience
  /** Sends in place of this door's own way. */
  readonly otherFetch: typeof fetch | undefined
  readonly sleep: Sleep
}): typeof fetch {
  const { request, exchange, patience, otherFetch, sleep } = options
  return async (input, init) => {
    const url = String(input)
    const method = init?.method ?? 'GET'
    const body = exactBody(request.body, init?.body)
    const headers = sentHeaders(init?.headers)
    if ((await decide(request, exchange, { url, method, headers: hidden(headers, exchange), body })) === 'block')
      return blockedAnswer(exchange)
    if (exchange.credential !== undefined) headers.authorization = `Bearer ${exchange.credential}`
    const { signal, release } = joinSignals([request.signal, patience.signal, ...(init?.signal ? [init.signal] : [])])
    patience.start()
    const wire = { method, headers, body, signal, onHead: patience.heard, onEnd: release }
    const answer = url.startsWith(OFFLINE_BASE_URL)
      ? answerOffline({ method, url, body }, callerOf(request, exchange), signal, sleep).then(held(wire))
      : sendOnce(otherFetch, url, wire, exchange)
    answer.catch(release)
    const response = await answer
    patience.heard()
    return noteAnswer(response, exchange)
  }
}

async function decide(request: DoorRequest, exchange: Exchange, wire: WireRequest): Promise<'send' | 'block'> {
  try {
    return await request.beforeSend(wire)
  } catch (error) {
    exchange.callerError = { error }
    throw error
  }
}

/** The client library prints the body anew (3.0 becomes 3): the runtime's own text replaces it when both say the same. */
function exactBody(own: string, printed: RequestInit['body'] | undefined): string {
  if (printed === undefined || printed === null) return ''
  if (typeof printed !== 'string') throw new DoorDefect('The client library made a body that is no text.')
  if (JSON.stringify(JSON.parse(own)) !== printed) throw new DoorDefect('The client library changed the request body.')
  return own
}

function sentHeaders(given: RequestInit['headers'] | undefined): Record<string, string> {
  const headers: Record<string, string> = {}
  new Headers(given).forEach((value, name) => {
    if (SENT_HEADERS.includes(name)) headers[name] = value
  })
  return { ...headers, 'user-agent': USER_AGENT }
}

function hidden(headers: Record<string, string>, exchange: Exchange): Record<string, string> {
  return exchange.credential === undefined ? { ...headers } : { ...headers, authorization: 'Bearer ⟨credential⟩' }
}

function callerOf(request: DoorRequest, exchange: Exchange) {
  return { agent: request.agent, network: request.network, script: exchange.provider.script }
}

async function sendOnce(
  otherFetch: typeof fetch | undefined,
  url: string,
  wire: Outgoing,
  exchange: Exchange,
): Promise<Response> {
  try {
    return await (otherFetch === undefined ? sendOverHttp(url, wire) : fetchWith(otherFetch, url, wire))
  } catch (error) {
    exchange.networkError = error
    throw error
  }
}

function fetchWith(otherFetch: typeof fetch, url: string, wire: Outgoing): Promise<Response> {
  const { method, headers, body, signal } = wire
  const sent = method === 'GET' ? {} : { body: Buffer.from(body, 'utf8') }
  return otherFetch(url, { method, headers, signal, redirect: 'error', ...sent }).then(held(wire))
}

function held({ signal, onEnd }: Outgoing): (response: Response) => Response {
  return (response) => stoppable(response, signal, onEnd)
}

/** Keeps what the failure mapping needs; the body of a success is left to the client library. */
async function noteAnswer(response: Response, exchange: Exchange): Promise<Response> {
  exchange.status = response.status
  exchange.contentType = response.headers.get('content-type') ?? ''
  if (response.ok) return response
  const text = await readStart(response)
  exchange.errorText = exchange.shorten(withoutCredential(text, exchange), MAX_ERROR_TEXT)
  return new Response(exchange.errorText, { status: response.status, headers: { 'x-should-retry': 'false' } })
}

/** No endpoint can fill the memory with an error. */
async function readStart(response: Response): Promise<string> {
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

function blockedAnswer(exchange: Exchange): Response {
  exchange.blocked = true
  const error = { message: 'blocked before sending', type: 'slyglass', param: null, code: 'blocked' }
  return new Response(JSON.stringify({ error }), {
    status: BLOCK_STATUS,
    headers: { 'content-type': 'application/json', 'x-should-retry': 'false' },
  })
}
