import { setMaxListeners } from 'node:events'
import { createServer, type Server } from 'node:http'
import { err, ok, type Result } from '@slyglass/base'
import type { Runtime } from '@slyglass/runtime'
import type { Logger } from 'pino'
import type { Studio } from '../server/studio.ts'
import type { Environment } from '../workspace/project-env.ts'
import type { Project } from '../workspace/projects.ts'
import { startPeriodicRuns } from './periodic-runs.ts'
import { createServedNetworks, type ServedNetworks } from './served-networks.ts'
import { readServiceSettings, type Service } from './service.ts'
import { createServiceApp } from './service-app.ts'

/** What a service is started with. */
export interface ServiceOptions {
  readonly studio: Studio
  readonly runtime: Runtime
  readonly log: Logger
  readonly project: Project
  toolEnv(project: Project): Promise<Environment>
  /** A port that was asked for; without one 8080, or the next free one. */
  readonly port?: number
  readonly origins: readonly string[]
}

/** Why there is no service. */
export interface ServiceFailure {
  readonly code: 'port-taken' | 'port-refused'
  readonly message: string
}

/** A service that answers. */
export interface RunningService {
  readonly port: number
  readonly url: string
  readonly served: ServedNetworks
  close(): Promise<void>
}

const FIRST_PORT = 8080
const TRIES = 100
const LOOPBACK = '127.0.0.1'

/** Opens the service port: one of its own, with a guard of its own. */
export async function startService(options: ServiceOptions): Promise<Result<RunningService, ServiceFailure>> {
  const { studio, project, log } = options
  const settings = readServiceSettings(await studio.networks.env(project))
  const served = createServedNetworks({
    ...{ project, log },
    ...{ files: studio.files, networks: studio.networks, watch: studio.watch, trust: studio.trust },
  })
  await served.all()
  const server = createServer()
  const bound = await bind(server, options.port)
  if (!bound.ok) {
    served.dispose()
    return bound
  }
  const port = bound.value
  const closing = new AbortController()
  const service: Service = {
    project,
    served,
    settings,
    parts: { files: studio.files, networks: studio.networks, model: studio.model, toolEnv: options.toolEnv },
    runtime: options.runtime,
    store: studio.store,
    sessions: studio.sessions,
    log,
    closing: forMany(AbortSignal.any([studio.closing, closing.signal])),
  }
  const periodic = startPeriodicRuns(service)
  const app = createServiceApp(service, { port: () => port, origins: options.origins })
  server.on('request', (request, response) => void app(request, response))
  server.on('checkContinue', (request, response) => {
    response.writeContinue()
    void app(request, response)
  })
  log.info({ port, project: project.root }, 'the service is open')
  return ok({
    port,
    url: `http://${LOOPBACK}:${port}`,
    served,
    async close() {
      closing.abort()
      periodic.dispose()
      served.dispose()
      await new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
    },
  })
}

/** Every chat listens to it. */
function forMany(signal: AbortSignal): AbortSignal {
  setMaxListeners(0, signal)
  return signal
}

async function bind(server: Server, asked: number | undefined): Promise<Result<number, ServiceFailure>> {
  if (asked !== undefined) return tryPort(server, asked)
  for (let port = FIRST_PORT; port < FIRST_PORT + TRIES; port += 1) {
    const tried = await tryPort(server, port)
    if (tried.ok || tried.error.code !== 'port-taken') return tried
  }
  return err({ code: 'port-taken', message: `No port from ${FIRST_PORT} to ${FIRST_PORT + TRIES - 1} is free.` })
}

function tryPort(server: Server, port: number): Promise<Result<number, ServiceFailure>> {
  return new Promise((resolve) => {
    const failed = (cause: NodeJS.ErrnoException): void => {
      const taken = cause.code === 'EADDRINUSE'
      const message = taken
        ? `Port ${port} is taken by another program. Choose another one for the service.`
        : `Port ${port} cannot be used for the service (${cause.code ?? cause.message}).`
      resolve(err({ code: taken ? 'port-taken' : 'port-refused', message }))
    }
    server.once('error', failed)
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => {
      server.off('error', failed)
      const bound = server.address()
      if (bound === null || typeof bound === 'string') throw new Error('the service listens on no port')
      resolve(ok(bound.port))
    })
  })
}
