// A network from a file elsewhere into a project: its text as it is, and its line in the manifest. Nothing of it is run.
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

/** The folder is not trusted afterwards: a network can name programs. A file of its name with another text is asked about. */
export async function importNetwork(
  parts: ImportParts,
  project: Project,
  { name, text, overwrite }: ImportNetwork,
): Promise<Result<ImportedNetworkReply, Refusal>> {
  const stem = networkStem(name)
  if (!stem.ok) return stem
  const planned = await planFiles(parts, project, stem.value, text)
  if (!planned.ok) return planned
  const [network] = planned.value
  if (network?.present !== undefined && network.present.text !== text && overwrite !== true)
    return err(alreadyThere([network.path]))
  const changes = planned.value.filter(({ text, present }) => present?.text !== text)
  if (changes.length > 0) await parts.trust.set(project.root, false)
  const changed: string[] = []
  for (const { path, text, present } of changes) {
    const saved = await parts.files.save(project.root, path, { text, baseHash: present?.hash ?? null })
    if (!saved.ok) return saved
    changed.push(path)
  }
  return ok({ network: stem.value, changed })
}

/** The network's file, then the manifest. Both are read before anything is written. */
async function planFiles(
  { files, networks }: ImportParts,
  project: Project,
  stem: string,
  text: string,
): Promise<Result<readonly Writing[], Refusal>> {
  const known = await networks.manifest(project)
  const place = placeOf(known)
  const file = `${stem}.hocon`
  const path = `${place.folder}${file}`
  const present = await readPresent(files, project, path)
  if (!present.ok) return present
  const network = { path, text, present: present.value }
  if (place.manifest === undefined) return ok([network])
  const manifest = await readPresent(files, project, place.manifest)
  if (!manifest.ok) return manifest
  const listed = addToManifest({ file: place.manifest, text: manifest.value?.text ?? '{\n}\n' }, [file])
  if (!listed.ok) return err(refused(422, 'manifest', `Nothing was imported: ${listed.error}`))
  return ok([network, { path: place.manifest, text: listed.value, present: manifest.value }])
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
  path: string,
): Promise<Result<FileReply | undefined, Refusal>> {
  const read = await files.read(root, path)
  if (read.ok || read.error.code !== 'file-missing') return read
  return ok(undefined)
}
