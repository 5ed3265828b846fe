// Which network a command is about, where it may be left out.
import { err, ok, type Result } from '@slyglass/base'
import type { ProjectFiles } from '../../workspace/files.ts'
import type { ProjectNetworks, ReadNetwork } from '../../workspace/networks.ts'
import { isUnread } from '../../workspace/project-networks.ts'
import type { Project } from '../../workspace/projects.ts'

export interface Choosing {
  readonly networks: Pick<ProjectNetworks, 'manifest' | 'read'>
  readonly files: Pick<ProjectFiles, 'read'>
  readonly project: Project
}

/** The name that was given, or the only network's. `how` says how one is named: "with --network". */
async function chooseName(
  { networks, project }: Choosing,
  asked: string | undefined,
  how: string,
): Promise<Result<string, string>> {
  const manifest = await networks.manifest(project)
  const names = manifest.networks.map(({ name }) => name)
  const unread = manifest.diagnostics.find(isUnread)
  if (unread !== undefined) return err(unread.message)
  const [only, ...others] = names
  if (asked !== undefined)
    return names.includes(asked) ? ok(asked) : err(`There is no network ${asked}. ${thereAre(names, project)}`)
  if (only === undefined) return err(thereAre(names, project))
  return others.length === 0 ? ok(only) : err(`Say which network is meant, ${how}: ${names.join(', ')}.`)
}

/** The same, read. One whose file is gone or cannot be read is refused with the reason. */
export async function chooseNetwork(
  choosing: Choosing,
  asked: string | undefined,
  how: string,
): Promise<Result<ReadNetwork, string>> {
  const name = await chooseName(choosing, asked, how)
  if (!name.ok) return name
  const read = await choosing.networks.read(choosing.project, name.value)
  return read === undefined ? err((await whyUnread(choosing, name.value)) ?? `${name.value} cannot be read.`) : ok(read)
}

/** Why the file of a network that is named cannot be read; undefined when it can. */
export async function whyUnread({ networks, files, project }: Choosing, name: string): Promise<string | undefined> {
  const entry = (await networks.manifest(project)).networks.find((one) => one.name === name)
  const read = entry === undefined ? undefined : await files.read(project.root, entry.file)
  if (read === undefined || read.ok) return undefined
  return [read.error.message, read.error.hint].filter(Boolean).join(' ')
}

/** The networks of a project, for somebody who named none of them. */
export function thereAre(names: readonly string[], { root }: Pick<Project, 'root'>): string {
  return names.length > 0
    ? `There are: ${names.join(', ')}.`
    : `${root} has no network: no registries/manifest.hocon names one, and no .hocon file lies there.`
}
