import { createServer } from 'node:net'
import { LOOPBACK } from './listen.ts'

/** A port of loopback that was free a moment ago, for a program that must be told its port. */
export function freePort(): Promise<number> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', reject)
    probe.listen(0, LOOPBACK, () => {
      const bound = probe.address()
      probe.close(() => resolve(typeof bound === 'object' && bound !== null ? bound.port : 0))
    })
  })
}
