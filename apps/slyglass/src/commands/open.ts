import { resolve } from 'node:path'
import type { CommandEntry, CommandIo } from './command.ts'
import { describeService } from './describe-service.ts'
import { readOrigin, readPort, untilInterrupted } from './listening.ts'
import { openBrowser } from './open-browser.ts'
import { endWrongUse } from './reading/fault.ts'
import { folderComplaint } from './reading/paths.ts'
import { typed } from './typed-name.ts'

interface OpenOptions {
  readonly port?: number
  readonly open: boolean
  readonly serve?: number | true
  readonly allowOrigin: readonly string[]
}

const USED_WRONGLY = new Set(['port-taken', 'port-refused', 'folder'])

/** `slyglass open [DIR]`: the studio, until it is interrupted. An address in place of a folder opens a running server. */
export const openCommand: CommandEntry = {
  add(program, io) {
    program
      .command('open', { isDefault: true })
      .alias('run')
      .argument('[dir]', 'folder of a project, or http:// address of a running neuro-san server')
      .description('open the studio in the browser')
      .option('--port <number>', 'port to listen on (4600, or the next free one)', readPort)
      .option('--no-open', 'do not open the browser')
      .option('--serve [port]', 'serve the networks to neuro-san clients too (8080, or the next free port)', readPort)
      .option('--allow-origin <origin...>', 'pages that may call the service', readOrigin, [])
      .action((dir: string | undefined, options: OpenOptions) => {
        // Without a command's name the word may as well have been meant for one.
        const isNamed = ['open', 'run'].includes(program.args[0] ?? '')
        const names = isNamed ? [] : program.commands.flatMap((one) => [one.name(), ...one.aliases()])
        return openStudio(dir, options, names, io)
      })
  },
}

async function openStudio(
  dir: string | undefined,
  options: OpenOptions,
  commands: readonly string[],
  io: CommandIo,
): Promise<void> {
  const server = dir !== undefined && /^https?:\/\//i.test(dir) ? dir : undefined
  const folder = dir === undefined || server !== undefined ? undefined : resolve(io.cwd, dir)
  const complaint = folder === undefined ? undefined : await folderComplaint(folder)
  if (complaint !== undefined && /^[a-z]+$/.test(dir ?? '') && commands.length > 0)
    return endWrongUse(io, `${complaint} There is no command ${dir} either; there are: ${commands.join(', ')}.`)
  if (complaint !== undefined) return endWrongUse(io, complaint)
  if (options.serve !== undefined && folder === undefined)
    return endWrongUse(io, `Say which folder is served: ${typed(io, 'open DIR --serve')}`)
  // The server is loaded only when it is needed, so that help and wrong use answer at once.
  const { startServer } = await import('../server/start-server.ts')
  const started = await startServer({
    env: io.env,
    dist: io.dist,
    ...(folder === undefined ? {} : { folder }),
    ...(server === undefined ? {} : { server }),
    ...(options.port === undefined ? {} : { port: options.port }),
    ...(options.serve === undefined ? {} : { serve: serviceOf(options.serve, options.allowOrigin) }),
  })
  if (!started.ok) {
    io.err(started.error.message)
    return io.exit(USED_WRONGLY.has(started.error.code) ? 2 : 1)
  }
  const { url, urlOnce, service, close } = started.value
  io.out(`Slyglass is ready: ${url}`)
  if (service !== undefined) await describeService(service, options.serve, io)
  if (options.open) openBrowser(urlOnce(), io.env)
  await untilInterrupted()
  await close()
  io.exit(0)
}

function serviceOf(serve: number | true, origins: readonly string[]) {
  return { origins, ...(serve === true ? {} : { port: serve }) }
}
