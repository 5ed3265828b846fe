// A stand-in for a weather service: open on this machine while a call needs it, and for callers with a key alone.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const READINGS: Readonly<Record<string, { readonly sky: string; readonly celsius: number }>> = {
  paris: { sky: 'Sunny', celsius: 22 },
  tokyo: { sky: 'Cloudy', celsius: 26 },
}

/** Does something with the address of the service. It takes every key that does not end in "-expired". */
export async function withStation<T>(work: (address: string) => Promise<T>): Promise<T> {
  const server = createServer((request, response) => {
    const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (key === '' || key.endsWith('-expired')) return response.writeHead(401).end()
    const city = decodeURIComponent((request.url ?? '').replace('/now/', ''))
    const reading = READINGS[city.toLowerCase()]
    if (reading === undefined) return response.writeHead(404).end()
    return response.end(JSON.stringify({ city, ...reading }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    return await work(`http://127.0.0.1:${port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
