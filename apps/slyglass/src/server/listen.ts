import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { err, ok, type Result } from '@slyglass/base'
import type { Hono } from 'hono'
import { isStudio } from './is-studio.ts'

/** Why the port could not be had. */
export interface ListenFailure {
  readonly code: 'port-taken' | 'port-refused'
  readonly message: string
}

/** A listening port; requests are answered once an app is mounted. */
export interface Listening {
  readonly port: number
  readonly address: string
  mount(app: Hono): void
  close(): Promise<void>
}

/** The literal address: the name "localhost" may mean another one, and every other would be reachable from outside. */
export const LOOPBACK = '127.0.0.1'
const FIRST_PORT = 4600
const TRIES = 100

/** Takes the port that was asked for, or the first free one from 4600. */
export async function listenOnLoopback(asked: number | undefined): Promise<Result<Listening, ListenFailure>> {
  if (asked !== undefined) return tryAsked(asked)
  for (let port = FIRST_PORT; port < FIRST_PORT + TRIES; port += 1) {
    const listening = await tryPort(port)
    if (listening.ok || listening.error.code !== 'port-taken') return listening
  }
  return err({ code: 'port-taken', message: `No port from ${FIRST_PORT} to ${FIRST_PORT + TRIES - 1} is free.` })
}

async function tryAsked(port: number): Promise<Result<Listening, ListenFailure>> {
  const listening = await tryPort(port)
  if (listening.ok || listening.error.code !== 'port-taken' || !(await isStudio(LOOPBACK, port))) return listening
  const message = `Port ${port} is taken by a Slyglass that runs already. Use it at the address it printed, or choose another port with --port.`
  return err({ code: 'port-taken', message })
}

function tryPort(port: number): Promise<Result<Listening, ListenFailure>> {
  let answer: ReturnType<typeof getRequestListener> | undefined
  const server = createServer((request, response) => {
    if (answer !== undefined) return void answer(request, response)
    response.writeHead(503, { 'retry-after': '1' }).end()
  })
  return new Promise((resolve) => {
    server.once('error', (cause: NodeJS.ErrnoException) => resolve(err(describe(port, cause))))
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => {
      server.removeAllListeners('error')
      const bound = server.address()
      if (bound === null || typeof bound === 'string') throw new Error('the server listens on no port')
      const mount = (app: Hono): void => {
        answer = getRequestListener((request) => app.fetch(request))
      }
      resolve(ok({ port: bound.port, address: bound.address, mount, close: () => close(server) }))
    })
  })
}

function describe(port: number, cause: NodeJS.ErrnoException): ListenFailure {
  if (cause.code === 'EADDRINUSE')
    return { code: 'port-taken', message: `Port ${port} is taken by another program. Choose another one with --port.` }
  return { code: 'port-refused', message: `Port ${port} cannot be used (${cause.code ?? cause.message}).` }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
