// One request to a server that a person or a model named: to the address that was looked at, without redirects, with limits of time.
import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isListed, portOf } from './outbound/allowed-addresses.ts'
import { reachOf, unbracketed } from './outbound-address.ts'

/** What the request is, and how far it may go. */
export interface GuardedRequest {
  readonly url: URL
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly body?: string
  /** In place of those of a JSON request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Addresses of this machine and its network, which a person has to allow. */
  readonly allowPrivate: boolean
  /** Addresses among them that a project lists, as host or host:port. */
  readonly allow?: readonly string[]
  readonly signal: AbortSignal
  /** Until the answer begins. */
  readonly headMs: number
  /** Between two pieces of the answer. */
  readonly silentMs: number
}

/** Why a request brought no answer. `code` is stable. */
export class RequestFault extends Error {
  readonly code: 'forbidden-address' | 'private-address' | 'unreachable' | 'timed-out' | 'cut'
  constructor(code: RequestFault['code'], message: string) {
    super(message)
    this.code = code
  }
}

type Resolve = typeof systemLookup

/**
 * Resolves when the answer begins; its body is read by the caller. `resolve` is the system's, unless a test brings one.
 * @throws RequestFault; the signal's reason when it is aborted.
 */
export function guardedRequest(asked: GuardedRequest, resolve: Resolve = systemLookup): Promise<IncomingMessage> {
  const { url, method, body, signal, headMs, silentMs } = asked
  const refused = refusalOf(asked, url.hostname)
  if (refused !== undefined) return Promise.reject(refused)
  return new Promise((answer, reject) => {
    const options: RequestOptions = {
      method,
      agent: false,
      signal,
      headers: asked.headers ?? { accept: 'application/json', ...(body === undefined ? {} : jsonHeaders(body)) },
      lookup: watchedLookup(asked, resolve),
    }
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options)
    const late = () => request.destroy(new RequestFault('timed-out', `No answer came within ${headMs / 1000} s.`))
    const timer = setTimeout(late, headMs)
    request.on('response', (response) => {
      clearTimeout(timer)
      response.setTimeout(silentMs, () => {
        response.destroy(new RequestFault('timed-out', `Nothing came for ${silentMs / 1000} s.`))
      })
      answer(response)
    })
    request.on('error', (cause) => {
      clearTimeout(timer)
      reject(signal.aborted ? signal.reason : asFault(cause, 'unreachable'))
    })
    request.end(body)
  })
}

/** The pieces of an answer's body as text. */
export async function* readPieces(response: IncomingMessage, signal: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  try {
    for await (const bytes of response) yield decoder.decode(bytes as Uint8Array, { stream: true })
    yield decoder.decode()
  } catch (cause) {
    throw signal.aborted ? signal.reason : asFault(cause, 'cut')
  }
}

function jsonHeaders(body: string): Record<string, string> {
  return { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
}

function refusalOf({ allowPrivate, allow = [], url }: GuardedRequest, host: string): RequestFault | undefined {
  const reach = reachOf(host)
  if (reach === 'metadata')
    return new RequestFault('forbidden-address', `${host} is where a machine keeps its own credentials.`)
  if (reach === 'private' && !allowPrivate && ![host, url.hostname].some((name) => isListed(allow, name, portOf(url))))
    return new RequestFault('private-address', `${unbracketed(host)} is an address of this machine or its network.`)
  return undefined
}

/** The connection goes to an address that was looked at here, so that a name cannot lead elsewhere a moment later. */
function watchedLookup(asked: GuardedRequest, resolve: Resolve): LookupFunction {
  return (host, options, found) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const all: readonly LookupAddress[] = Array.isArray(addresses) ? addresses : []
      const refused = all.map(({ address }) => refusalOf(asked, address)).find((fault) => fault !== undefined)
      const [first] = all
      if (error !== null) found(error, '', 0)
      else if (refused !== undefined) found(refused as NodeJS.ErrnoException, '', 0)
      else if (first === undefined) found(new RequestFault('unreachable', `${host} has no address.`), '', 0)
      else if (options.all === true) found(null, [...all])
      else found(null, first.address, first.family)
    })
  }
}

function asFault(cause: unknown, code: 'unreachable' | 'cut'): RequestFault {
  if (cause instanceof RequestFault) return cause
  const { message, code: system } = cause as NodeJS.ErrnoException
  return new RequestFault(code, WORDS[system ?? ''] ?? (message === '' ? String(system) : message))
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'no machine has this name',
  EAI_AGAIN: 'the name could not be looked up',
  ECONNRESET: 'the connection was closed',
  EHOSTUNREACH: 'no way leads there',
  ENETUNREACH: 'no way leads there',
  EPROTO: 'it does not speak HTTPS',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak HTTPS',
}
