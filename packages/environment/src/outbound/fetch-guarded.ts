// What the studio's own web tools ask: http and https only, each redirect looked at like the first address, bodies bounded.
import type { IncomingMessage } from 'node:http'
import { type GuardedRequest, guardedRequest, RequestFault } from '../guarded-request.ts'

/** What is asked. */
export interface WebRequest {
  readonly url: string
  readonly method: GuardedRequest['method']
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Addresses of this machine and its network that the project lists. */
  readonly allow: readonly string[]
  readonly signal: AbortSignal
  /** How often an answer may lead on. Default: 5. */
  readonly redirects?: number
}

/** What came back. */
export interface WebAnswer {
  readonly url: string
  readonly status: number
  readonly type: string
  readonly text: string
  /** The body went on beyond what is read. */
  readonly isCut: boolean
}

const MOST_REDIRECTS = 5
export const MOST_BODY_BYTES = 1_000_000
const TIMES = { headMs: 20_000, silentMs: 10_000 }

type Resolve = Parameters<typeof guardedRequest>[1]

/** @throws RequestFault with words for a model; the signal's reason when it is aborted. */
export async function fetchGuarded(asked: WebRequest, resolve?: Resolve): Promise<WebAnswer> {
  const { bytes, ...answer } = await fetchBytes(asked, MOST_BODY_BYTES, resolve)
  return { ...answer, text: new TextDecoder().decode(bytes) }
}

/** The same, for what is no text. */
export async function fetchBytes(
  asked: WebRequest,
  mostBytes: number,
  resolve?: Resolve,
): Promise<Omit<WebAnswer, 'text'> & { readonly bytes: Uint8Array }> {
  let { method, body } = asked
  let headers = asked.headers ?? {}
  let url = readAddress(asked.url)
  for (let redirects = 0; ; redirects += 1) {
    const one = { url, method, headers, allowPrivate: false, allow: asked.allow, signal: asked.signal, ...TIMES }
    const answer = await guardedRequest({ ...one, ...(body !== undefined && { body }) }, resolve)
    const to = redirectOf(answer, url)
    if (to === undefined) return await readAnswer(answer, { url, signal: asked.signal, mostBytes })
    answer.destroy()
    const most = asked.redirects ?? MOST_REDIRECTS
    if (redirects >= most)
      throw new RequestFault(
        'unreachable',
        most === 0 ? 'It leads on elsewhere.' : `It leads on more than ${most} times.`,
      )
    // What was sent goes on only where the answer asks for that, and keys never go to another host.
    if (![307, 308].includes(answer.statusCode ?? 0)) {
      if (method !== 'GET') method = 'GET'
      body = undefined
      headers = without(headers, /^content-/i)
    }
    if (to.origin !== url.origin)
      headers = without(headers, /^(?:authorization|cookie|proxy-authorization|x-api-key)$/i)
    url = to
  }
}

function readAddress(text: string, base?: URL): URL {
  let url: URL
  try {
    url = new URL(text, base)
  } catch {
    throw new RequestFault('forbidden-address', `${text} is no address. It begins with http:// or https://.`)
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new RequestFault('forbidden-address', `${url.protocol} addresses are refused; only http and https are asked.`)
  if (url.username !== '' || url.password !== '')
    throw new RequestFault('forbidden-address', 'An address with a name and password in it is refused.')
  return url
}

function redirectOf(answer: IncomingMessage, from: URL): URL | undefined {
  const { statusCode = 0 } = answer
  const { location } = answer.headers
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return undefined
  answer.on('error', () => {})
  return readAddress(location, from)
}

function without(headers: Readonly<Record<string, string>>, name: RegExp): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => !name.test(key)))
}

async function readAnswer(
  answer: IncomingMessage,
  { url, signal, mostBytes }: { readonly url: URL; readonly signal: AbortSignal; readonly mostBytes: number },
): Promise<Omit<WebAnswer, 'text'> & { readonly bytes: Uint8Array }> {
  const parts: Buffer[] = []
  let held = 0
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part)
      held += part.length
      if (held > mostBytes) break
    }
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    throw cause instanceof RequestFault ? cause : new RequestFault('cut', 'The answer was cut off.')
  }
  const bytes = Buffer.concat(parts).subarray(0, mostBytes)
  const type = answer.headers['content-type'] ?? ''
  return { url: url.href, status: answer.statusCode ?? 0, type, bytes, isCut: held > mostBytes }
}
