import { resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import type { CommandEntry, CommandIo } from './command.ts'
import { openBrowser } from './open-browser.ts'
import { isFolder } from './reading/paths.ts'

interface OpenOptions {
  readonly port?: number
  readonly open: boolean
}

const USED_WRONGLY = new Set(['port-taken', 'port-refused', 'folder'])

/** `slyglass open [DIR]`: the studio, until it is interrupted. */
export const openCommand: CommandEntry = {
  add(program, io) {
    program
      .command('open', { isDefault: true })
      .alias('run')
      .argument('[dir]', 'folder of a project')
      .description('open the studio in the browser')
      .option('--port <number>', 'port to listen on (4600, or the next free one)', readPort)
      .option('--no-open', 'do not open the browser')
      .action((dir: string | undefined, options: OpenOptions) => openStudio(dir, options, io))
  },
}

async function openStudio(dir: string | undefined, options: OpenOptions, io: CommandIo): Promise<void> {
  const folder = dir === undefined ? undefined : resolve(io.cwd, dir)
  if (folder !== undefined && !(await isFolder(folder))) {
    io.err(`There is no folder ${folder}.`)
    return io.exit(2)
  }
  // The server is loaded only when it is needed, so that help and wrong use answer at once.
  const { startServer } = await import('../server/start-server.ts')
  const started = await startServer({
    env: io.env,
    dist: io.dist,
    ...(folder === undefined ? {} : { folder }),
    ...(options.port === undefined ? {} : { port: options.port }),
  })
  if (!started.ok) {
    io.err(started.error.message)
    return io.exit(USED_WRONGLY.has(started.error.code) ? 2 : 1)
  }
  const { url, close } = started.value
  io.out(`Slyglass is ready: ${url}`)
  if (options.open) openBrowser(url, io.env)
  await untilInterrupted()
  await close()
  io.exit(0)
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('A port is a number from 0 to 65535.')
}

/** A second signal does not wait for a clean end. */
function untilInterrupted(): Promise<void> {
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
