// Which project a command writes into: the folder that was named, or the one that it lies in. A slip in a path makes no project.
import { readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { err, ok, type Result } from '@slyglass/base'
import { manifestFiles } from '../../workspace/named-files.ts'
import { MANIFEST } from '../../workspace/project-networks.ts'
import type { CommandIo } from '../command.ts'
import { quoted, typed } from '../typed-name.ts'
import { folderComplaint, isFile, isFolder, noFolder } from './paths.ts'

/** What may be there in place of a project. `an empty folder`: one that was made for what is to come into it. */
export type AlsoTaken = 'an empty folder'

/** The folder of the project, as it was written; `dir` is the current folder where it is left out. */
export async function findProjectFolder(
  dir: string | undefined,
  io: CommandIo,
  also?: AlsoTaken,
): Promise<Result<string, string>> {
  const folder = resolve(io.cwd, dir ?? '.')
  const advice = `Name the folder of a project, or make one first: ${typed(io, `init ${quoted(dir ?? '.')}`)}`
  const complaint = await folderComplaint(folder)
  if (complaint !== undefined) return err(complaint === noFolder(folder) ? `${complaint} ${advice}` : complaint)
  const { AGENT_MANIFEST_FILE: named } = io.env
  const manifests = manifestFiles(named === undefined ? {} : { AGENT_MANIFEST_FILE: named }, MANIFEST)
  const project = await nearestProject(folder, manifests)
  if (project !== undefined) return ok(project)
  const holds = !isTooWide(folder, io.env) && (await holdsNetwork(folder))
  if (holds || (also === 'an empty folder' && (await isEmpty(folder)))) return ok(folder)
  return err(
    `${folder} is no project: neither it nor a folder above it has ${MANIFEST}, and no .hocon file lies in it. ${advice}`,
  )
}

/** The nearest folder, from here upwards, that has one of these manifests or a folder for networks. */
export async function nearestProject(
  folder: string,
  manifests: readonly string[] = [MANIFEST],
): Promise<string | undefined> {
  for (const file of manifests) if (await isFile(resolve(folder, file))) return folder
  if (await isFolder(join(folder, dirname(MANIFEST)))) return folder
  const above = dirname(folder)
  return above === folder ? undefined : nearestProject(above, manifests)
}

/** Networks are found without a manifest too, in the folder or in one of those in it. */
async function holdsNetwork(folder: string): Promise<boolean> {
  const folders = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  for (const one of [folder, ...folders.map(({ name }) => join(folder, name))]) {
    const entries = await readdir(one, { withFileTypes: true }).catch(() => [])
    if (entries.some((entry) => entry.isFile() && entry.name.endsWith('.hocon'))) return true
  }
  return false
}

/** A home folder or a whole disk has some `.hocon` file or other, and is a slip. */
const isTooWide = (folder: string, { HOME }: CommandIo['env']): boolean =>
  folder === dirname(folder) || (HOME !== undefined && folder === resolve(HOME))

/** Hidden files, such as those of a version control, are no content. */
async function isEmpty(folder: string): Promise<boolean> {
  return (await readdir(folder)).every((name) => name.startsWith('.'))
}
