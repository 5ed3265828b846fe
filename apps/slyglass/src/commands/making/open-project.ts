// A project whose files a command writes. Nothing of it is run; its `.env` is read, because it says where tools lie.
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { ok, type Result } from '@slyglass/base'
import type { MakingParts } from '../../authoring/new-tool.ts'
import { createProjectFiles } from '../../workspace/files.ts'
import { trustedDotEnv } from '../../workspace/project-env.ts'
import { createProjectNetworks } from '../../workspace/project-networks.ts'
import { type Project, projectIdOf } from '../../workspace/projects.ts'
import type { CommandIo } from '../command.ts'
import { type AlsoTaken, findProjectFolder } from '../reading/project-folder.ts'

export interface OpenedProject {
  readonly parts: MakingParts
  readonly project: Project
}

interface Opening {
  /** Values of variables are not read, so that none of them gets into what is written. */
  readonly bare?: boolean
  readonly also?: AlsoTaken
}

export async function openForWriting(
  dir: string | undefined,
  io: CommandIo,
  { bare: isBare = false, also }: Opening = {},
): Promise<Result<OpenedProject, string>> {
  const folder = await findProjectFolder(dir, io, also)
  if (!folder.ok) return folder
  const root = await realpath(folder.value)
  const trust = { isTrusted: async () => !isBare, set: async () => undefined, folders: async () => [root] }
  // No folder of the studio's own is closed here: the command may write what the person may write.
  const files = createProjectFiles(join(root, '.slyglass-closed'))
  const networks = createProjectNetworks({ files, trust, shell: isBare ? {} : io.env })
  const toolEnv = async () => ({ ...(await trustedDotEnv(trust, root)), ...io.env })
  const project = { id: projectIdOf(root), name: root, root, sample: false }
  return ok({ project, parts: { files, networks, toolEnv } })
}
