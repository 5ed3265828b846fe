// An HTTP server on loopback whose paths say how it answers, and a queue behind a plain socket; both keep what they were sent.
import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import { listenAnywhere } from './loopback.ts'

export interface Received {
  readonly path: string
  readonly authorization: string
  readonly body: string
}

export interface Answering {
  readonly url: string
  readonly received: Received[]
  close(): Promise<void>
}

/** `/200` … answers with that status; `/silent` never answers; the body is what was posted, or says so. */
export async function startAnswering(): Promise<Answering> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = await textOf(request)
    const path = request.url ?? ''
    received.push({ path, authorization: request.headers.authorization ?? '', body })
    if (path === '/silent') return
    response.writeHead(Number(path.slice(1, 4)), { 'content-type': 'application/json' })
    response.end(JSON.stringify({ path, posted: body === '' ? null : JSON.parse(body) }))
  })
  const port = await listenAnywhere(server)
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A queue: each line that asks `next` is answered with the next item, or `empty`. */
export async function startQueue(items: readonly string[]) {
  const left = [...items]
  const server = createSocketServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', () => socket.write(`${left.shift() ?? 'empty'}\n`))
  })
  const port = await listenAnywhere(server)
  return { port, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

/** A port on which nobody listens. */
export async function closedPort(): Promise<number> {
  const { port, close } = await startQueue([])
  await close()
  return port
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += piece
  return text
}
