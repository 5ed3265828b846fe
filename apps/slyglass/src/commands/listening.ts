import { InvalidArgumentError } from 'commander'

/** A port as the command line gives it. */
export function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('A port is a number from 0 to 65535.')
}

/** A second signal does not wait for a clean end. */
export function untilInterrupted(): Promise<void> {
  return new Promise((done) => {
    let interrupted = false
    const interrupt = (): void => {
      if (interrupted) process.exit(1)
      interrupted = true
      done()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt)
  })
}
