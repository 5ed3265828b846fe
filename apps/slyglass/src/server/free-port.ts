import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { LOOPBACK } from './listen.ts'

/** Below the ports that systems hand out by themselves: one that was free a moment ago is not given to somebody else meanwhile. */
const [LOWEST, HIGHEST] = [10_000, 30_000]
const TRIES = 50

const given = new Set<number>()

/** A free port of loopback, for a program that must be told its port; each is given once. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(LOWEST, HIGHEST)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
  throw new Error(`no port from ${LOWEST} to ${HIGHEST} is free`)
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, LOOPBACK, () => probe.close(() => resolve(true)))
  })
}
