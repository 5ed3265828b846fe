import { join } from 'node:path'
import { ok, type Result } from '@slyglass/base'
import { type Composed, composeStudio } from '../compose.ts'
import { findDataFolder } from '../data-folder.ts'
import { type RunningService, startService } from '../service/start-service.ts'
import { VERSION } from '../version.ts'
import type { Environment } from '../workspace/project-env.ts'
import { createApp } from './app.ts'
import { createFailureLimit } from './guard/failure-limit.ts'
import { createLaunchCodes } from './guard/launch-codes.ts'
import { createLaunchToken } from './guard/launch-token.ts'
import { type Listening, LOOPBACK, listenOnLoopback } from './listen.ts'
import { loadPage } from './serve-page.ts'

/** What a launch is given. */
export interface LaunchOptions {
  readonly env: Environment
  /** Folder with web/, hosts/ and samples/, as the build makes it. */
  readonly dist: string
  readonly folder?: string
  /** Address of a running server to open, instead of a folder. */
  readonly server?: string
  readonly port?: number
  /** Opens the service port beside the studio, for the folder. */
  readonly serve?: { readonly port?: number; readonly origins: readonly string[] }
}

/** Why there is no server. `code` is stable. */
export interface LaunchFailure {
  readonly code: string
  readonly message: string
}

/** A studio that answers. The address holds the token in its fragment; it is for the eyes of whoever started it. */
export interface RunningServer {
  readonly url: string
  /** The address for a program that is started with it: others may read its arguments, so it holds a code that is good once. */
  urlOnce(): string
  readonly service?: RunningService
  close(): Promise<void>
}

/** Takes the port, joins the parts, and answers. */
export async function startServer(options: LaunchOptions): Promise<Result<RunningServer, LaunchFailure>> {
  const listening = await listenOnLoopback(options.port)
  if (!listening.ok) return listening
  const token = createLaunchToken()
  const codes = createLaunchCodes(Date.now)
  const composed = await composeStudio({
    version: VERSION,
    data: findDataFolder(options.env, process.platform),
    samples: join(options.dist, 'samples'),
    hosts: hostAssets(join(options.dist, 'hosts')),
    shell: options.env,
    token,
    takeUp: true,
    remember: true,
    ...(options.folder === undefined ? {} : { folder: options.folder }),
    ...(options.server === undefined ? {} : { server: options.server }),
  })
  if (!composed.ok) {
    await listening.value.close()
    return composed
  }
  const { studio, redactor, log, close } = composed.value
  const service = await openService(composed.value, options)
  if (!service.ok) {
    await close()
    await listening.value.close()
    return service
  }
  listening.value.mount(
    createApp(studio, {
      guard: { hosts: () => hostsOf(listening.value), token, codes, failures: createFailureLimit(Date.now) },
      page: loadPage(join(options.dist, 'web')),
      redactor,
    }),
  )
  const page = `http://${LOOPBACK}:${listening.value.port}/`
  log.info({ version: VERSION, port: listening.value.port }, 'started')
  return ok({
    url: `${page}#t=${token}`,
    urlOnce: () => `${page}#c=${codes.create()}`,
    ...(service.value === undefined ? {} : { service: service.value }),
    async close() {
      await service.value?.close()
      await close()
      await listening.value.close()
    },
  })
}

async function openService(
  { studio, runtime, log, toolEnv }: Composed,
  { serve }: LaunchOptions,
): Promise<Result<RunningService | undefined, LaunchFailure>> {
  const project = studio.askedProject === undefined ? undefined : await studio.projects.find(studio.askedProject)
  if (serve === undefined || project === undefined) return ok(undefined)
  return startService({ studio, runtime, log, toolEnv, project, ...serve })
}

/** Where the build puts the hosts of tools. */
export function hostAssets(folder: string) {
  return {
    python: join(folder, 'python'),
    typescriptHost: join(folder, 'typescript-host.mjs'),
    typescriptWorker: join(folder, 'typescript-worker.mjs'),
    modules: join(folder, 'modules'),
  }
}

function hostsOf({ port }: Listening): readonly string[] {
  return [`${LOOPBACK}:${port}`, `localhost:${port}`, `[::1]:${port}`]
}
