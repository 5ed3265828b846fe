// Servers of tests, on ports of loopback that the system chooses.
import type { Server } from 'node:net'

/** Begins to listen, and gives the port. */
export async function listenAnywhere(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the server listens on no port')
  return bound.port
}
