import { InvalidArgumentError } from 'commander'

/** A port as the command line gives it. */
export function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('A port is a number from 0 to 65535.')
}

/** The pages that an option adds to: addresses as browsers spell them in Origin. One that no browser sends would let nobody in. */
export function readOrigin(text: string, before: readonly string[]): readonly string[] {
  const [, scheme = '', host = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^\s/?#@]+)\/?$/i.exec(text) ?? []
  const { origin = 'null' } = host !== '' && URL.canParse(text) ? new URL(text) : {}
  // Pages of extensions and editors have schemes of their own, which are compared as they are.
  if (host !== '' && (origin !== 'null' || !/^(https?|file)$/i.test(scheme)))
    return [...before, origin === 'null' ? `${scheme}://${host}` : origin]
  throw new InvalidArgumentError('The address of a page is its scheme, host and port alone: http://localhost:5173')
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
