// Where a network goes that a person names, as the server decides it: told before anything is written.
import { networkStem } from '@slyglass/network'
import type { ProjectReply } from '@slyglass/protocol'

const MANIFEST = 'registries/manifest.hocon'

/** One sentence about a name: `words` say what becomes of it; `fault` says why it cannot be. Neither while it is empty. */
export interface NamedFile {
  readonly words?: string
  readonly fault?: string
}

/** Undefined for a project of its own. */
export function namedFile(name: string, project: Place | undefined): NamedFile {
  if (name.trim() === '') return {}
  const stem = networkStem(name.trim())
  if (!stem.ok) return { fault: `${stem.error.message} ${stem.error.hint}` }
  if (project === undefined) return { words: `Becomes registries/${stem.value}.hocon in a new project.` }
  const { folder, manifest } = placeIn(project)
  const line = manifest === undefined ? '' : `, and a line in ${manifest}`
  return { words: `Becomes ${folder}${stem.value}.hocon in ${project.name}${line}.` }
}

type Place = Pick<ProjectReply, 'name' | 'manifest' | 'networks'>

/** A first manifest would hide the networks that are found without one, so there it stays away. */
function placeIn({ manifest, networks }: Place) {
  const listing = manifest ?? (networks.length === 0 ? MANIFEST : undefined)
  if (listing !== undefined) return { folder: listing.slice(0, listing.lastIndexOf('/') + 1), manifest: listing }
  const isBelow = networks.some(({ file }) => file.startsWith('registries/'))
  return { folder: isBelow ? 'registries/' : '', manifest: undefined }
}
