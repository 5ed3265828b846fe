// Servers behind an address: a session of its own for every listing and every call, as the original does it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { McpListener, McpServer } from '@slyglass/runtime'
import { McpUnreached } from '@slyglass/runtime/failures'
import { outboundAddress } from '../outbound-address.ts'
import { reasonOf } from './ask-session.ts'
import { openClient } from './open-client.ts'
import { type WatchedFetch, watchedFetch } from './watched-fetch.ts'

/** What a server gets to hear of a cancelled call and of the session's end. */
const PARTING_MS = 1_000

export interface HttpAsking {
  readonly server: McpServer
  readonly signal: AbortSignal
  readonly on: McpListener
}

interface Session {
  readonly client: Client
  readonly watched: WatchedFetch
  /** Tells the server that the session is over. */
  leave(): Promise<void>
}

export class HttpServers {
  readonly #fetch: typeof fetch
  readonly #resumedMs: number | undefined
  /** Addresses that speak the older transport. */
  readonly #older = new Set<string>()

  constructor(platformFetch: typeof fetch, resumedMs?: number) {
    this.#fetch = platformFetch
    this.#resumedMs = resumedMs
  }

  /** Work in a session. One that the server no longer knows is opened anew, once: what was asked in it was not begun. */
  async ask<T>(asking: HttpAsking, work: (client: Client) => Promise<T>): Promise<T> {
    const { signal } = asking
    try {
      return await this.#inSession(asking, work).catch((error) => {
        if (!isForgotten(error)) throw error
        return this.#inSession(asking, work)
      })
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof McpUnreached) throw error
      throw new Error(reasonOf(error instanceof SessionForgotten ? error.cause : error))
    }
  }

  async #inSession<T>(asking: HttpAsking, work: (client: Client) => Promise<T>): Promise<T> {
    const session = await this.#open(asking).catch((error) => {
      asking.signal.throwIfAborted()
      throw new McpUnreached(reasonOf(error), { cause: error })
    })
    const { client, watched } = session
    try {
      return await Promise.race([work(client), watched.lost])
    } catch (error) {
      throw statusOf(error) === 404 || isSessionFault(error) ? new SessionForgotten(error) : error
    } finally {
      // Nobody waits for the goodbye.
      void part(asking.signal, session)
    }
  }

  async #open(asking: HttpAsking): Promise<Session> {
    const { url } = asking.server
    const address = outboundAddress(url)
    if (this.#older.has(url)) return this.#openOlder(asking, address)
    try {
      return await this.#openStreamable(asking, address)
    } catch (error) {
      asking.signal.throwIfAborted()
      // Any other failure is the server's own word about the request, which another transport would hide.
      if (statusOf(error) !== 405 && !isSessionFault(error)) throw error
      const session = await this.#openOlder(asking, address).catch(() => undefined)
      if (session === undefined) throw error
      this.#older.add(url)
      return session
    }
  }

  async #openStreamable({ server, signal, on }: HttpAsking, address: URL): Promise<Session> {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
    const watched = watchedFetch(this.#fetch, this.#resumedMs)
    const requestInit = { headers: { ...server.headers } }
    const transport = new StreamableHTTPClientTransport(address, { requestInit, fetch: watched.fetch })
    const client = await opened(openClient(transport as Transport, signal, on), watched, transport)
    return { client, watched, leave: () => transport.terminateSession().catch(() => undefined) }
  }

  async #openOlder({ server, signal, on }: HttpAsking, address: URL): Promise<Session> {
    const { SSEClientTransport } = await import('@modelcontextprotocol/sdk/client/sse.js')
    const watched = watchedFetch(this.#fetch, this.#resumedMs)
    const requestInit = { headers: { ...server.headers } }
    const transport = new SSEClientTransport(address, { requestInit, fetch: watched.fetch })
    const client = await opened(openClient(transport, signal, on), watched, transport)
    return { client, watched, leave: async () => undefined }
  }
}

async function opened(
  client: Promise<Client>,
  watched: WatchedFetch,
  transport: { close(): Promise<void> },
): Promise<Client> {
  try {
    return await Promise.race([client, watched.lost])
  } catch (error) {
    watched.end()
    client.catch(() => undefined)
    await transport.close().catch(() => undefined)
    throw error
  }
}

async function part(signal: AbortSignal, { client, watched, leave }: Session): Promise<void> {
  const over = new AbortController()
  const late = sleep(PARTING_MS, undefined, { signal: over.signal }).catch(() => undefined)
  if (signal.aborted) await Promise.race([watched.cancelTold, late])
  await Promise.race([leave(), late])
  over.abort()
  watched.end()
  await client.close().catch(() => undefined)
}

/** The server answered that it does not know the session. */
class SessionForgotten extends Error {
  constructor(cause: unknown) {
    super('The server does not know the session.', { cause })
  }
}

function isForgotten(error: unknown): boolean {
  return error instanceof SessionForgotten
}

function statusOf(error: unknown): number | undefined {
  const code = error instanceof Error ? (error as Error & { readonly code?: unknown }).code : undefined
  return typeof code === 'number' ? code : undefined
}

function isSessionFault(error: unknown): boolean {
  return statusOf(error) === 400 && error instanceof Error && /session/i.test(error.message)
}
