// A studio as a launch composes it, without its port; and a project of it served as `slyglass serve` does.
import { join } from 'node:path'
import { devAssets } from '@slyglass/environment/testing'
import { type Composed, type ComposeOptions, composeStudio } from '../../src/compose.ts'
import { findDataFolder } from '../../src/data-folder.ts'
import { createLaunchToken } from '../../src/server/guard/launch-token.ts'
import { type RunningService, type ServiceOptions, startService } from '../../src/service/start-service.ts'
import { SAMPLES } from './folders.ts'

/** Composes a studio whose data lies below `home`. */
export async function composeAt(home: string, options: Partial<ComposeOptions> = {}): Promise<Composed> {
  const composed = await composeStudio({
    version: 'test',
    data: findDataFolder({ SLYGLASS_HOME: join(home, 'data') }, process.platform),
    samples: SAMPLES,
    hosts: await devAssets(),
    token: createLaunchToken(),
    ...options,
    shell: { PATH: process.env.PATH, HOME: process.env.HOME, ...options.shell },
  })
  if (!composed.ok) throw new Error(composed.error.message)
  return composed.value
}

/** Serves the project that the studio was asked to open. */
export async function tryToServe(composed: Composed, options: Partial<ServiceOptions> = {}) {
  const { projects, askedProject } = composed.studio
  const project = await projects.find(askedProject ?? '')
  if (project === undefined) throw new Error('no project')
  return startService({ ...composed, project, port: 0, origins: [], ...options })
}

export async function serve(composed: Composed, options: Partial<ServiceOptions> = {}): Promise<RunningService> {
  const service = await tryToServe(composed, options)
  if (!service.ok) throw new Error(service.error.message)
  return service.value
}
