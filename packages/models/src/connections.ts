// Connections to endpoints. Each serves one request at a time and is kept for the next one for a while; nothing is sent twice.
import { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import buildConnector from 'undici/lib/core/connect.js'
import Client from 'undici/lib/dispatcher/client.js'

/** A connection that nobody uses is closed before most endpoints would close it. */
const IDLE_MS = 4_000
/** An endpoint that says how long it waits is believed, less this. */
const EARLIER_MS = 1_000
const MAX_IDLE = 256
const MAX_ORIGINS = 100
const OPTIONS = {
  keepAliveTimeout: IDLE_MS,
  keepAliveMaxTimeout: IDLE_MS,
  keepAliveTimeoutThreshold: EARLIER_MS,
  // How long is waited is not decided here.
  headersTimeout: 0,
  bodyTimeout: 0,
}

export interface Request {
  readonly path: string
  readonly method: 'GET' | 'POST'
  /** Names and values in turns. */
  readonly headers: string[]
  readonly body: string | null
}

export class Connection {
  readonly #origin: Origin
  readonly #client: Client
  /** Until it is connected. */
  #socket: Socket | undefined

  constructor(origin: Origin, address: string, connect: ReturnType<typeof buildConnector>) {
    this.#origin = origin
    this.#client = new Client(address, {
      ...OPTIONS,
      connect: (options, told) => {
        const made: unknown = connect(options, (...outcome) => {
          this.#socket = undefined
          told(...outcome)
        })
        this.#socket = made instanceof Socket ? made : undefined
      },
    })
    this.#client.on('disconnect', () => origin.forget(this))
  }

  send(request: Request, handler: Dispatcher.DispatchHandler): void {
    this.#client.dispatch(request, handler)
  }

  /** The answer was read to its end. */
  release(): void {
    if (!this.#origin.keep(this)) this.close()
  }

  /** Whatever is under way is given up. */
  close(): void {
    this.#client.destroy(new Error('given up'), () => undefined)
    this.#socket?.destroy(new Error('given up'))
  }
}

class Origin {
  readonly #address: string
  readonly #connect = buildConnector({ timeout: 0 })
  readonly #idle: Connection[] = []

  constructor(address: string) {
    this.#address = address
  }

  /** The one that was used last, because the others may be closed soon. */
  take(): Connection {
    return this.#idle.pop() ?? new Connection(this, this.#address, this.#connect)
  }

  keep(connection: Connection): boolean {
    return this.#idle.length < MAX_IDLE && this.#idle.push(connection) > 0
  }

  forget(connection: Connection): void {
    const at = this.#idle.indexOf(connection)
    if (at >= 0) this.#idle.splice(at, 1)
  }
}

const origins = new Map<string, Origin>()

/** A connection to `https://host:port` that no one else uses. */
export function connectionTo(address: string): Connection {
  const known = origins.get(address)
  if (known !== undefined) return known.take()
  // What is forgotten here closes its connections by itself.
  if (origins.size >= MAX_ORIGINS) origins.clear()
  const origin = new Origin(address)
  origins.set(address, origin)
  return origin.take()
}
