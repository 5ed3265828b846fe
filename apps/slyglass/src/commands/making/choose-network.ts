// Which network a command is about, where it may be left out.
import { err, ok, type Result } from '@slyglass/base'
import { type Diagnostic, nearNames } from '@slyglass/network'
import { faultText } from '../../workspace/fault-text.ts'
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
  { networks, files, project }: Choosing,
  asked: string | undefined,
  how: string,
): Promise<Result<string, string>> {
  const manifest = await networks.manifest(project)
  const names = manifest.networks.map(({ name }) => name)
  const unread = manifest.diagnostics.find(isUnread)
  if (unread !== undefined) return err(await placed(files, project, unread))
  const [only, ...others] = names
  if (asked !== undefined && !names.includes(asked))
    return err(noNetwork(asked, names, project) + (manifest.manifest === null ? withoutManifest(names, project) : ''))
  if (asked !== undefined) return ok(asked)
  if (only === undefined) return err(thereAre(names, project))
  return others.length === 0 ? ok(only) : err(`Say which network is meant, ${how}. ${thereAre(names, project)}`)
}

/** Where a manifest ends to be readable, and why; one that is no text at all has no such place. */
async function placed(files: Choosing['files'], project: Project, fault: Diagnostic): Promise<string> {
  const read = await files.read(project.root, fault.at.doc)
  if (!read.ok) return fault.message
  const where = faultText({ documents: [{ path: fault.at.doc, text: read.value.text }] }, fault)
  return `${where}. Mend the manifest: the networks are read from it.`
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

/** A command in the wrong folder finds what lies below it, which is no answer to why the network is not there. */
const withoutManifest = ({ length }: readonly string[], { root }: Pick<Project, 'root'>): string =>
  length === 0
    ? ''
    : ` ${root} has no registries/manifest.hocon, so each .hocon file below it is one; --root names the folder of another project.`

/** A longer list is read by nobody; what was meant would drown in it. */
const MOST_NAMED = 12

/** What somebody is told who named a network that is not there: those with a name like it, or all. */
export function noNetwork(asked: string, names: readonly string[], project: Pick<Project, 'root'>): string {
  const near = nearNames(asked, names)
  const [only] = near
  const hint =
    only === undefined
      ? thereAre(names, project)
      : near.length === 1
        ? `There is ${only}.`
        : `There are: ${near.join(', ')}.`
  return `There is no network ${asked}. ${hint}`
}

/** The networks of a project, for somebody who named none of them. */
export function thereAre(names: readonly string[], { root }: Pick<Project, 'root'>): string {
  if (names.length === 0)
    return `${root} has no network. Name its file in registries/manifest.hocon, such as "desk.hocon" = true; without a manifest every .hocon file is one.`
  const shown = names.slice(0, MOST_NAMED).join(', ')
  return names.length <= MOST_NAMED ? `There are: ${shown}.` : `There are ${names.length}, among them: ${shown}.`
}
