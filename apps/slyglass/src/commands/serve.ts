import type { CommandEntry, CommandIo } from './command.ts'
import { describeService } from './describe-service.ts'
import { readOrigin, readPort, untilInterrupted } from './listening.ts'
import { endWrongUse } from './reading/fault.ts'

interface ServeOptions {
  readonly port?: number
  readonly http_port?: number
  readonly allowOrigin: readonly string[]
}

/** `slyglass serve [DIR]`: the networks of a project for neuro-san clients, until it is interrupted. */
export const serveCommand: CommandEntry = {
  add(program, io) {
    program
      .command('serve')
      .argument('[dir]', 'folder of the project (the current one)')
      .description('serve the networks of a project to neuro-san clients; its tools run with your rights')
      .option('--port <number>', 'port to listen on (AGENT_HTTP_PORT, else 8080, or the next free one)', readPort)
      .option('--http_port <number>', 'the same, as neuro-san calls it', readPort)
      .option('--allow-origin <origin...>', 'pages that may call the service', readOrigin, [])
      .action((dir: string | undefined, options: ServeOptions) => serve(dir, options, io))
  },
}

async function serve(dir: string | undefined, options: ServeOptions, io: CommandIo): Promise<void> {
  const { launchProject } = await import('./launch.ts')
  const { startService } = await import('../service/start-service.ts')
  const launched = await launchProject(dir, io, { takeUp: true, remember: true })
  if (!launched.ok) return endWrongUse(io, launched.error)
  const { close } = launched.value
  const asked = options.port ?? options.http_port ?? portOf(io.env.AGENT_HTTP_PORT)
  const port = asked === undefined ? {} : { port: asked }
  const service = await startService({ ...launched.value, ...port, origins: options.allowOrigin })
  if (!service.ok) {
    io.err(service.error.message)
    await close()
    return io.exit(2)
  }
  await describeService(service.value, asked, io)
  await untilInterrupted()
  await service.value.close()
  await close()
  io.exit(0)
}

function portOf(text: string | undefined): number | undefined {
  const port = Number(text)
  return text !== undefined && Number.isInteger(port) && port > 0 && port <= 65_535 ? port : undefined
}
