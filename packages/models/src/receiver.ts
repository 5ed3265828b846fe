// Receives one answer: whole where it is one JSON text, piece by piece otherwise.
import type { IncomingHttpHeaders } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Dispatcher } from 'undici'
import type { Answer } from './answers.ts'
import type { Connection } from './connections.ts'
import { Pieces } from './pieces.ts'
import type { Outgoing } from './send-over-http.ts'

type Controller = Dispatcher.DispatchController

interface Asker {
  resolve(answer: Answer): void
  reject(reason: unknown): void
}

export class Receiver implements Dispatcher.DispatchHandler {
  readonly #connection: Connection
  readonly #outgoing: Pick<Outgoing, 'stop' | 'onHead'>
  readonly #asker: Asker
  #over = false
  /** Of an answer that began. */
  #status = 0
  #headers: IncomingHttpHeaders = {}
  #parts: Buffer[] = []
  #pieces: Pieces | undefined

  constructor(connection: Connection, outgoing: Pick<Outgoing, 'stop' | 'onHead'>, asker: Asker) {
    this.#connection = connection
    this.#outgoing = outgoing
    this.#asker = asker
  }

  onRequestStart(): void {
    // Handlers of this form are known by it.
  }

  onResponseStart(controller: Controller, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200 || this.#over) return
    if (status >= 300 && status < 400 && headers.location !== undefined) {
      this.#giveUp(new TypeError('fetch failed', { cause: new Error('unexpected redirect') }))
      return
    }
    this.#status = status
    this.#headers = headers
    this.#outgoing.onHead()
    if (isWhole(status, headers)) return
    this.#pieces = new Pieces({
      pause: () => controller.pause(),
      resume: () => controller.resume(),
      close: () => this.#giveUp(undefined),
    })
    this.#asker.resolve(answerOf(status, headers, decoded(this.#pieces, headers, this.#outgoing.stop)))
  }

  onResponseData(_controller: Controller, part: Buffer): void {
    if (this.#over) return
    if (this.#pieces === undefined) this.#parts.push(part)
    else this.#pieces.add(part)
  }

  onResponseEnd(): void {
    if (this.#over) return
    this.#over = true
    this.#connection.release()
    if (this.#pieces === undefined) {
      const [first = EMPTY] = this.#parts
      const text = (this.#parts.length > 1 ? Buffer.concat(this.#parts) : first).toString('utf8')
      this.#answerWhole(async () => text)
    } else this.#pieces.end()
  }

  onResponseError(_controller: Controller, cause: unknown): void {
    if (this.#over) return
    this.#over = true
    this.#connection.close()
    const fault = new TypeError(this.#status === 0 ? 'fetch failed' : 'terminated', { cause })
    if (this.#status === 0) this.#asker.reject(fault)
    else if (this.#pieces !== undefined) this.#pieces.fail(fault)
    else this.#answerWhole(() => Promise.reject(fault))
  }

  stop(): void {
    this.#giveUp(this.#outgoing.stop.reason)
  }

  #answerWhole(text: () => Promise<string>): void {
    const [status, headers] = [this.#status, this.#headers]
    this.#asker.resolve({ ok: true, status, headers: { get: (name) => headerOf(headers, name) }, body: null, text })
  }

  #giveUp(reason: unknown): void {
    if (this.#over) return
    this.#over = true
    this.#pieces?.stop(reason)
    this.#asker.reject(reason)
    this.#connection.close()
  }
}

const EMPTY = Buffer.alloc(0)

/** An answer in one piece is read as such. */
function isWhole(status: number, headers: IncomingHttpHeaders): boolean {
  return (
    status === 200 &&
    headers['content-encoding'] === undefined &&
    headers['content-type']?.startsWith('application/json') === true
  )
}

function answerOf(status: number, headers: IncomingHttpHeaders, body: AsyncIterable<Uint8Array>): Answer {
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: { get: (name) => (name === 'content-encoding' ? null : headerOf(headers, name)) },
    body,
    text: () => textOf(body),
  }
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' ? value : (value?.join(', ') ?? null)
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of body) text += decoder.decode(bytes, { stream: true })
  return text + decoder.decode()
}

const DECODERS = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }

function decoded(pieces: Pieces, headers: IncomingHttpHeaders, stop: Outgoing['stop']): AsyncIterable<Uint8Array> {
  const create = DECODERS[headers['content-encoding'] as keyof typeof DECODERS]
  if (create === undefined) return pieces
  return readable(
    pipeline(Readable.from(pieces, { objectMode: false }), create(), () => undefined),
    stop,
  )
}

/** Bytes that cannot be decoded are an answer that broke off. */
async function* readable(source: Readable, stop: Outgoing['stop']): AsyncGenerator<Uint8Array> {
  try {
    yield* source
  } catch (cause) {
    throw stop.stopped ? stop.reason : new TypeError('terminated', { cause })
  }
}
