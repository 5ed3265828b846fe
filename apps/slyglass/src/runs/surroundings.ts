// Where an open run of an earlier launch goes on, if it may: nothing of a folder starts by itself unless it is still trusted.
import { err, ok, type Result } from '@slyglass/base'
import type { EventOf, Failure, ModelRef } from '@slyglass/run-log'
import type { LibsqlRunStore } from '@slyglass/run-store'
import type { RunSurroundings } from '@slyglass/runtime'
import { BASE_URL_NAMES, KEY_NAME } from '../settings/resolve-model.ts'
import { type Project, type Projects, projectIdOf } from '../workspace/projects.ts'
import { toolSources } from '../workspace/tool-paths.ts'
import type { Trust } from '../workspace/trust.ts'
import { type RunParts, readScript } from './compose-run.ts'

interface SurroundingsOptions extends RunParts {
  readonly store: Pick<LibsqlRunStore, 'find'>
  readonly projects: Pick<Projects, 'find' | 'at'>
  readonly trust: Trust
}

/** Asked before anything of a run is started again. */
export function createSurroundings(options: SurroundingsOptions) {
  return async (started: EventOf<'run.started'>): Promise<Result<RunSurroundings, Failure>> => {
    if (/^https?:/.test(started.file))
      return err(lost(`${started.model.baseUrl} was answering it, and another server is asked again by a person only`))
    const project = await findProject(options, started)
    if (project === undefined) return err(lost('the folder of its project is not known here any more'))
    if (!(await options.trust.isTrusted(project.root)))
      return err(lost(`${project.root} is not trusted, so nothing in it starts by itself`))
    const script = () => readScript(options, project, started.file)
    const provider = await options.model.provider(project, started.model.label, script)
    if (!isSame(provider.ref, started.model)) return err(otherModel(started.model, provider.ref))
    const sources = toolSources(project.root, started.network, await options.toolEnv(project))
    return ok({ project: project.id, sources, provider })
  }
}

/** A folder that was opened, or one that is trusted and was not opened for long. */
async function findProject(
  { store, projects, trust }: SurroundingsOptions,
  started: EventOf<'run.started'>,
): Promise<Project | undefined> {
  const row = await store.find(started.runId)
  if (row === undefined) return undefined
  const known = await projects.find(row.project)
  if (known !== undefined) return known
  const root = (await trust.folders()).find((folder) => projectIdOf(folder) === row.project)
  return root === undefined ? undefined : projects.at(root)
}

function isSame(now: ModelRef, before: ModelRef): boolean {
  return now.label === before.label && now.baseUrl === before.baseUrl && now.offline === before.offline
}

function named({ label, baseUrl, offline }: ModelRef): string {
  return offline ? label : `${label} at ${baseUrl}`
}

/** Keys and choices typed in Settings are in memory only, so this is what a restart is likely to meet. */
function otherModel(was: ModelRef, is: ModelRef): Failure {
  const { code, message } = lost(
    `the model that it asked is not set up now. It was ${named(was)}, and would be ${named(is)}`,
  )
  if (was.offline)
    return { code, message: `${message} Take the base URL and the key out of Settings, or send the message again.` }
  const missing = [
    ...(was.baseUrl === is.baseUrl ? [] : [`the base URL ${was.baseUrl}`]),
    ...(was.label === is.label || is.offline ? [] : [`the model name ${was.label}`]),
    ...(is.offline ? ['its key'] : []),
  ]
  return {
    code,
    message: `${message} Enter ${missing.join(' and ')} in Settings and send the message again. ${KEPT_SHORT}`,
  }
}

const KEPT_SHORT = `What is typed in Settings is not written down and ends with the studio; ${KEY_NAME} and ${BASE_URL_NAMES[0]} in the shell or in the project's .env are there after a restart, so that open runs go on.`

function lost(why: string): Failure {
  const message = `The server ended while this run was going on, and it cannot go on: ${why}. What was recorded is kept.`
  return { code: 'host-lost', message }
}
