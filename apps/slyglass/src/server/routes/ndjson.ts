import type { Context } from 'hono'

/** What a stream needs of the studio: its end, and how often it says that it lives. */
export interface StreamLife {
  readonly closing: AbortSignal
  readonly keepAliveMs: number
  /** Told of our own failures; the text is redacted where it is written. */
  reportDefect(error: unknown, where: string): void
}

type Write = (line: unknown) => Promise<void>

/** A stream of JSON lines. A reader that is slow slows only its own stream: the next line waits until there is room. */
export function ndjson(
  context: Context,
  life: StreamLife,
  produce: (write: Write, signal: AbortSignal) => Promise<void>,
  alive?: unknown,
): Response {
  const left = new AbortController()
  const signal = AbortSignal.any([left.signal, life.closing])
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  const write: Write = async (line) => writer.write(encoder.encode(`${JSON.stringify(line)}\n`))
  void writer.closed.catch(() => left.abort())
  context.req.raw.signal.addEventListener('abort', () => left.abort())
  // While a line still waits for its reader, another one would only queue up behind it.
  const sayAlive = (): void => {
    if ((writer.desiredSize ?? 0) > 0) write(alive).catch(() => left.abort())
  }
  const timer = alive === undefined ? undefined : setInterval(sayAlive, life.keepAliveMs)
  void produce(write, signal)
    .then(() => writer.close())
    .catch((cause: unknown) => {
      if (!left.signal.aborted) life.reportDefect(cause, context.req.path)
      return writer.abort(cause)
    })
    .catch(() => undefined)
    .finally(() => clearInterval(timer))
  return context.body(readable, 200, { 'content-type': 'application/x-ndjson; charset=utf-8' })
}
