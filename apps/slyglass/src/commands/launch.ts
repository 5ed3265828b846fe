// One project, opened for this command alone: its folder is trusted because the command was asked to run it.
import { realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { err, ok, type Result } from '@slyglass/base'
import { type Composed, composeStudio } from '../compose.ts'
import { findDataFolder } from '../data-folder.ts'
import { createLaunchToken } from '../server/guard/launch-token.ts'
import { hostAssets } from '../server/start-server.ts'
import { VERSION } from '../version.ts'
import { MANIFEST } from '../workspace/project-networks.ts'
import type { Project } from '../workspace/projects.ts'
import type { CommandIo } from './command.ts'
import { closedPath, folderComplaint } from './reading/paths.ts'

/** A project and everything that runs it. */
export interface Launched extends Composed {
  readonly project: Project
}

/** What is left to choose. */
export interface LaunchChoice {
  /** Another data folder than the user's own. */
  readonly home?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Goes on with runs that were open when their server ended. */
  readonly takeUp?: boolean
  /** Puts the folder among those that Home lists as recent. */
  readonly remember?: boolean
}

/** Opens a folder and trusts it for as long as the command lasts. */
export async function launchProject(
  dir: string | undefined,
  io: CommandIo,
  choice: LaunchChoice = {},
): Promise<Result<Launched, string>> {
  const folder = resolve(io.cwd, dir ?? '.')
  const complaint = await folderComplaint(folder)
  if (complaint !== undefined) return err(complaint)
  const root = await realpath(folder)
  const closed = await closedPath(join(root, MANIFEST))
  if (closed !== undefined) return err(closed)
  const shell = { ...io.env, ...choice.env }
  const composed = await composeStudio({
    version: VERSION,
    data: findDataFolder(choice.home === undefined ? shell : { SLYGLASS_HOME: choice.home }, process.platform),
    samples: join(io.dist, 'samples'),
    hosts: hostAssets(join(io.dist, 'hosts')),
    shell,
    token: createLaunchToken(),
    folder: root,
    trusted: [root],
    takeUp: choice.takeUp === true,
    remember: choice.remember === true,
    ...(shell.SLYGLASS_ISOLATION === 'off' ? { isolation: 'host' as const } : {}),
  })
  if (!composed.ok) return err(composed.error.message)
  const { studio } = composed.value
  const project = await studio.projects.find(studio.askedProject ?? '')
  return project === undefined ? err(`${root} could not be opened.`) : ok({ ...composed.value, project })
}
