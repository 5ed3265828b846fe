import type { ProjectReply } from '@slyglass/protocol'

/** HOCON files beside the manifest or below it that it does not name. None where there is no manifest: then all are shown. */
export function unlistedFiles({ files, networks, manifest }: Listing): readonly string[] {
  if (manifest === null) return []
  const folder = manifest.slice(0, manifest.lastIndexOf('/') + 1)
  const listed = new Set(networks.map(({ file }) => file))
  return files
    .map(({ path }) => path)
    .filter((path) => path.startsWith(folder) && path.endsWith('.hocon') && !/manifest/.test(path) && !listed.has(path))
}

type Listing = Pick<ProjectReply, 'files' | 'networks' | 'manifest'>
