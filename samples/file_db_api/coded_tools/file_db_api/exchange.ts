// A stand-in for another program: an exchange on this machine that wants a key. Nothing in it knows of agents.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const RATES: ReadonlyMap<string, number> = new Map([
  ['EUR', 0.25],
  ['GBP', 0.2],
])

/** Where the exchange is, and with which key. A client may bring both; otherwise one of its own is started for the run. */
export async function exchangeOf(slyData: Record<string, unknown>): Promise<{ readonly url: string; readonly key: string }> {
  const isOurs = slyData.api_url === undefined || slyData.api_url === slyData.own_api_url
  // A server of an earlier run is closed; what is left of it is its address.
  if (isOurs && !(slyData.exchange instanceof Exchange)) {
    const exchange = await Exchange.start()
    slyData.exchange = exchange
    slyData.own_api_url = exchange.url
    slyData.api_url = exchange.url
    slyData.api_key = exchange.key
  }
  return { url: String(slyData.api_url), key: String(slyData.api_key) }
}

/** A living object on the board; `close` is called when the run is over. */
class Exchange {
  readonly #server: Server
  readonly key = randomBytes(16).toString('hex')

  private constructor() {
    this.#server = createServer((request, response) => {
      void this.#answer(request).then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      })
    })
  }

  static async start(): Promise<Exchange> {
    const exchange = new Exchange()
    await new Promise<void>((resolve) => exchange.#server.listen(0, '127.0.0.1', resolve))
    return exchange
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async #answer(request: IncomingMessage): Promise<{ readonly status: number; readonly body: object }> {
    if (request.headers.authorization !== `Bearer ${this.key}`) return { status: 401, body: {} }
    let text = ''
    for await (const piece of request) text += String(piece)
    const { amount, currency } = JSON.parse(text)
    const rate = RATES.get(currency)
    // As careless as many: what it does not know breaks it.
    if (rate === undefined) return { status: 500, body: {} }
    return { status: 200, body: { currency, value: amount * rate } }
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
