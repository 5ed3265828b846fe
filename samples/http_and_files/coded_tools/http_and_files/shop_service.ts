// The shop's service: a small server on this machine, open while a call needs it. A real tool would know an address instead.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Does something with the address of the open service, and closes it. */
export async function withService<T>(work: (address: string) => Promise<T>): Promise<T> {
  const server = shop()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    return await work(`http://127.0.0.1:${port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** An address where nobody listens any more. */
export const closedAddress = (): Promise<string> => withService(async (address) => address)

function shop(): Server {
  return createServer((request, response) => {
    if (request.url === '/stock') response.end('teapots: 3, kites: 11')
    // Of /slow nothing is ever heard.
    else if (request.url !== '/slow') response.writeHead(request.url === '/busy' ? 503 : 404).end()
  })
}
