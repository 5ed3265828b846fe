// Whether the things that the tools need are there. Each check is done for real, each time that somebody looks.
import { access, statfs } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const FOLDER = 'data/monitored'
const LEAST_BYTES = 10_000_000
const cache = new Map<string, number>()

/** By name "ok", or what is wrong: the form that a tool's `health` gives. */
export async function health(folder = FOLDER): Promise<Record<string, string>> {
  const [database, api, disk_space] = await Promise.all([checkDatabase(folder), checkApi(), checkDisk()])
  return { database, api, cache: checkCache(), disk_space }
}

const checkDatabase = (folder: string): Promise<string> =>
  access(`${folder}/invoices.json`).then(
    () => 'ok',
    () => 'the book of invoices is not there',
  )

/** The service is a stand-in on this machine, open for this one question. */
async function checkApi(): Promise<string> {
  const server = createServer((_request, response) => response.end('up'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(2_000) })
    return reply.ok ? 'ok' : `it answers ${reply.status}`
  } catch {
    return 'it does not answer'
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

function checkCache(): string {
  cache.set('looked', Date.now())
  return cache.delete('looked') ? 'ok' : 'it forgets'
}

async function checkDisk(): Promise<string> {
  const { bavail, bsize } = await statfs('.')
  return bavail * bsize > LEAST_BYTES ? 'ok' : 'less than 10 MB are left'
}
