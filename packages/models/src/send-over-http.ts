// Sends the one kind of request that the door lets out, for a fraction of what the platform's own ways cost, and fails as its
// `fetch` does: the same errors, no redirect followed, the body given up as soon as it is said.
import type { Answer } from './answers.ts'
import type { Request } from './connections.ts'
import type { Stop } from './patience.ts'
import { Receiver } from './receiver.ts'

/** One request as it leaves. */
export interface Outgoing {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly stop: Stop
  /** Told when the answer begins. */
  readonly onHead: () => void
}

type Connections = typeof import('./connections.ts')

let connections: Connections | undefined

export async function sendOverHttp(address: string, outgoing: Outgoing): Promise<Answer> {
  // Loaded when the first request leaves: most commands send none.
  connections ??= await import('./connections.ts')
  return sendBy(connections, address, outgoing)
}

function sendBy({ connectionTo }: Connections, address: string, outgoing: Outgoing): Promise<Answer> {
  const { method, headers, body, stop } = outgoing
  return new Promise((resolve, reject) => {
    if (stop.stopped) return reject(stop.reason)
    const { origin, path } = placeOf(address)
    const request: Request = { path, method, headers: listed(headers), body: method === 'GET' ? null : body }
    const connection = connectionTo(origin)
    const receiver = new Receiver(connection, outgoing, { resolve, reject })
    stop.onStop(() => receiver.stop())
    connection.send(request, receiver)
  })
}

function listed(headers: Readonly<Record<string, string>>): string[] {
  const list: string[] = []
  for (const name in headers) list.push(name, headers[name] ?? '')
  return list
}

interface Place {
  readonly origin: string
  readonly path: string
}

/** To read an address costs more than to look it up, and there are few. */
const places = new Map<string, Place>()
const MAX_PLACES = 100

function placeOf(address: string): Place {
  const known = places.get(address)
  if (known !== undefined) return known
  const { origin, pathname, search } = new URL(address)
  const place = { origin, path: `${pathname}${search}` }
  if (places.size >= MAX_PLACES) places.clear()
  places.set(address, place)
  return place
}
