// The platform's `fetch` costs several times what a request costs by itself. This sends the one kind of request that the door
// lets out, and answers as `fetch` does: the same errors, no redirect followed, the body given up as soon as the signal says so.
import { Agent, type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps, Agent as SecureAgent } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Answer } from './answers.ts'

/** One request as it leaves. */
export interface Outgoing {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
  /** Told when the answer begins. */
  readonly onHead: () => void
  /** Told when nothing more will come of an answer. */
  readonly onEnd: () => void
}

/** A connection that nobody uses is closed before most endpoints would close it. */
const IDLE_MS = 4_000
const agents = {
  plain: new Agent({ keepAlive: true, timeout: IDLE_MS }),
  secure: new SecureAgent({ keepAlive: true, timeout: IDLE_MS }),
}

export function sendOverHttp(address: string, outgoing: Outgoing): Promise<Answer> {
  const { method, headers, body, signal, onHead, onEnd } = outgoing
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const url = new URL(address)
    const bytes = method === 'GET' ? undefined : Buffer.from(body, 'utf8')
    const length = bytes === undefined ? {} : { 'content-length': String(bytes.length) }
    const options = { method, headers: { ...headers, ...length } }
    const sent =
      url.protocol === 'https:'
        ? overHttps(url, { ...options, agent: agents.secure })
        : overHttp(url, { ...options, agent: agents.plain })
    const stop = () => {
      reject(signal.reason)
      sent.destroy()
    }
    signal.addEventListener('abort', stop, { once: true })
    sent.once('close', () => {
      signal.removeEventListener('abort', stop)
      onEnd()
    })
    sent.on('error', (cause) => reject(new TypeError('fetch failed', { cause })))
    sent.once('response', (answer) => {
      const status = answer.statusCode ?? 0
      if (status >= 300 && status < 400 && answer.headers.location !== undefined) {
        reject(new TypeError('fetch failed', { cause: new Error('unexpected redirect') }))
        sent.destroy()
        return
      }
      onHead()
      resolve(isWhole(answer) ? readWhole(answer, signal) : toResponse(answer, stream(decoded(answer), signal)))
    })
    sent.end(bytes)
  })
}

/** An answer in one piece is read as such: a stream for it costs more than the rest of the request. */
function isWhole({ statusCode, headers }: IncomingMessage): boolean {
  return (
    statusCode === 200 &&
    headers['content-encoding'] === undefined &&
    headers['content-type']?.startsWith('application/json') === true
  )
}

async function readWhole(answer: IncomingMessage, signal: AbortSignal): Promise<Answer> {
  const parts: Buffer[] = []
  const cut = await new Promise<unknown>((resolve) => {
    answer.on('data', (part: Buffer) => parts.push(part))
    answer.once('end', () => resolve(undefined))
    answer.once('error', resolve)
    answer.once('close', () => resolve(answer.complete ? undefined : new Error('other side closed')))
  })
  const { headers, statusCode: status = 0 } = answer
  const text = async () => {
    if (cut === undefined) return Buffer.concat(parts).toString('utf8')
    throw signal.aborted ? signal.reason : new TypeError('terminated', { cause: cut })
  }
  return { ok: true, status, headers: { get: (name) => String(headers[name] ?? '') }, body: null, text }
}

function decoded(answer: IncomingMessage): Readable {
  const encoding = answer.headers['content-encoding']
  const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }
  const create = decoders[encoding as keyof typeof decoders]
  return create === undefined ? answer : pipeline(answer, create(), () => undefined)
}

/** Bytes as they come, no faster than they are read. */
function stream(source: Readable, signal: AbortSignal): ReadableStream<Uint8Array> {
  let over = false
  const end = (finish: () => void) => {
    if (over) return
    over = true
    finish()
  }
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const stop = () => end(() => controller.error(signal.reason))
      signal.addEventListener('abort', stop, { once: true })
      const cut = (cause: unknown) => end(() => controller.error(new TypeError('terminated', { cause })))
      source.on('data', (part: Buffer) => {
        if (over) return
        controller.enqueue(part)
        if ((controller.desiredSize ?? 0) <= 0) source.pause()
      })
      source.once('end', () => end(() => controller.close()))
      source.once('error', cut)
      source.once('close', () => {
        signal.removeEventListener('abort', stop)
        cut(new Error('other side closed'))
      })
    },
    pull: () => void source.resume(),
    cancel() {
      over = true
      source.destroy()
    },
  })
}

const BODILESS = [204, 205, 304]

function toResponse(answer: IncomingMessage, body: ReadableStream<Uint8Array>): Response {
  const { statusCode: status = 200, statusMessage: statusText = '' } = answer
  const headers = new Headers()
  for (const [name, values] of Object.entries(answer.headersDistinct))
    if (name !== 'content-encoding') for (const value of values ?? []) headers.append(name, value)
  return new Response(BODILESS.includes(status) ? null : body, { status, statusText, headers })
}
