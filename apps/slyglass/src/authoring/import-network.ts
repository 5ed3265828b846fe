// A network from a file elsewhere into a project: its texts as they are, and its line in the manifest. Nothing of it is run.
import { err, ok, type Result } from '@slyglass/base'
import type { FileReply, ImportedNetworkReply, ImportNetwork } from '@slyglass/protocol'
import { type Refusal, refused } from '../refusal.ts'
import type { ProjectFiles } from '../workspace/files.ts'
import { networkStem } from '../workspace/network-stem.ts'
import type { ProjectNetworks } from '../workspace/networks.ts'
import { MANIFEST } from '../workspace/project-networks.ts'
import type { Project } from '../workspace/projects.ts'
import type { Trust } from '../workspace/trust.ts'
import { alreadyThere } from './already-there.ts'
import { addToManifest } from './bring-in.ts'
import { firstNetwork } from './first-network.ts'
import type { NetworkFiles } from './network-files.ts'

interface ImportParts {
  readonly files: ProjectFiles
  readonly networks: ProjectNetworks
  readonly trust: Trust
}

interface Writing {
  readonly path: string
  readonly text: string
  /** What lies there now. */
  readonly present: FileReply | undefined
}

/** An import that is planned. */
export interface PlannedNetwork {
  readonly network: string
  /** The network's own file. */
  readonly file: string
  /** That file is there already, with whatever text. */
  readonly isThere: boolean
  /** Files with another text that it would write over; the manifest, which gets a line, is none of them. */
  readonly present: readonly string[]
  /** The folder is not trusted afterwards, because a network can name programs; unless all of it is the studio's own text. */
  write(own?: boolean): Promise<Result<ImportedNetworkReply, Refusal>>
}

export async function importNetwork(
  parts: ImportParts,
  project: Project,
  { name, text, overwrite }: ImportNetwork,
): Promise<Result<ImportedNetworkReply, Refusal>> {
  const own = text === undefined
  const begun = text ?? (await firstNetwork(parts.files, project.root))
  const planned = await planNetwork(parts, project, { name, text: begun, beside: new Map(), included: new Map() })
  if (!planned.ok) return planned
  const { present, file, isThere } = planned.value
  if (own) return isThere ? err(alreadyThere([file])) : planned.value.write(own)
  if (present.length > 0 && overwrite !== true) return err(alreadyThere(present))
  return planned.value.write()
}

/** Everything is read before anything is written. */
export async function planNetwork(
  parts: ImportParts,
  project: Project,
  brought: NetworkFiles,
): Promise<Result<PlannedNetwork, Refusal>> {
  const stem = networkStem(brought.name)
  if (!stem.ok) return stem
  const place = placeOf(await parts.networks.manifest(project))
  const file = `${place.folder}${stem.value}.hocon`
  const own = await readPresent(parts.files, project, textsOf(brought, file, place.manifest))
  if (!own.ok) return own
  const manifest = await planManifest(parts, project, place.manifest, `${stem.value}.hocon`)
  if (!manifest.ok) return manifest
  const differs = ({ text, present }: Writing) => present?.text !== text
  const changes = [...own.value, ...manifest.value].filter(differs)
  return ok({
    network: stem.value,
    file,
    isThere: own.value.some((one) => one.path === file && one.present !== undefined),
    present: own.value.filter((one) => one.present !== undefined && differs(one)).map(({ path }) => path),
    async write(isOwn = false) {
      if (changes.length > 0 && !isOwn) await parts.trust.set(project.root, false)
      for (const { path, text, present } of changes) {
        const saved = await parts.files.save(project.root, path, { text, baseHash: present?.hash ?? null })
        if (!saved.ok) return saved
      }
      return ok({ network: stem.value, changed: changes.map(({ path }) => path) })
    },
  })
}

/** The network's file first. What it includes keeps its path, because includes are written from the project's folder. */
function textsOf(
  { text, beside, included }: NetworkFiles,
  file: string,
  manifest: string | undefined,
): ReadonlyMap<string, string> {
  const companions = [...beside].map(([ending, text]) => [file.replace(/\.hocon$/, ending), text] as const)
  const others = [...included].filter(([path]) => path !== manifest)
  return new Map([[file, text], ...companions, ...others.filter(([path]) => path !== file)])
}

async function planManifest(
  { files }: ImportParts,
  project: Project,
  manifest: string | undefined,
  file: string,
): Promise<Result<readonly Writing[], Refusal>> {
  if (manifest === undefined) return ok([])
  const read = await readPresent(files, project, new Map([[manifest, '{\n}\n']]))
  if (!read.ok) return read
  const [present] = read.value
  const listed = addToManifest({ file: manifest, text: present?.present?.text ?? '{\n}\n' }, [file])
  if (!listed.ok) return err(refused(422, 'manifest', `Nothing was imported: ${listed.error}`))
  return ok([{ path: manifest, text: listed.value, present: present?.present }])
}

/** A first manifest would hide the networks that are found without one, so there it stays away. */
function placeOf({ manifest, networks }: Awaited<ReturnType<ProjectNetworks['manifest']>>) {
  const listing = manifest ?? (networks.length === 0 ? MANIFEST : undefined)
  if (listing !== undefined) return { folder: listing.slice(0, listing.lastIndexOf('/') + 1), manifest: listing }
  return {
    folder: networks.some(({ file }) => file.startsWith('registries/')) ? 'registries/' : '',
    manifest: undefined,
  }
}

async function readPresent(
  files: ProjectFiles,
  { root }: Project,
  texts: ReadonlyMap<string, string>,
): Promise<Result<readonly Writing[], Refusal>> {
  const found: Writing[] = []
  for (const [path, text] of texts) {
    const read = await files.read(root, path)
    if (!read.ok && read.error.code !== 'file-missing') return read
    found.push({ path, text, present: read.ok ? read.value : undefined })
  }
  return ok(found)
}
