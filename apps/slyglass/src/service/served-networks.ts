import { delimiter, isAbsolute, relative, sep } from 'node:path'
import type { Disposable } from '@slyglass/base'
import { type Diagnostic, type Manifest, type ManifestEntry, readManifest } from '@slyglass/network'
import type { Logger } from 'pino'
import type { ProjectNetworks, ReadNetwork } from '../server/studio.ts'
import type { ProjectFiles } from '../workspace/files.ts'
import { MANIFEST, readNetworkFile } from '../workspace/project-networks.ts'
import type { Project } from '../workspace/projects.ts'
import { readWithIncludes } from '../workspace/read-documents.ts'
import type { FileWatch } from '../workspace/watch-files.ts'

/** A network that clients may talk to. */
export interface ServedNetwork extends ReadNetwork {
  /** It stands in the list; otherwise it must be known by name. */
  readonly listed: boolean
}

/** The networks that a project's manifests serve, as the files are now. */
export interface ServedNetworks extends Disposable {
  find(name: string): Promise<ServedNetwork | undefined>
  all(): Promise<readonly ServedNetwork[]>
}

interface ServedOptions {
  readonly project: Project
  readonly files: ProjectFiles
  readonly networks: Pick<ProjectNetworks, 'env'>
  readonly watch: FileWatch
  readonly log: Logger
}

/** Faults that only show when the network runs: such a network is served, as in the original. */
const TOLD_LATER: ReadonlySet<string> = new Set(['front-man-class', 'front-man-toolbox', 'bad-parameters', 'bad-class'])

/** Serves a project. A changed file is seen at the next request; runs that are going on keep what they began with. */
export function createServedNetworks(options: ServedOptions): ServedNetworks {
  let current: Promise<ReadonlyMap<string, ServedNetwork>> | undefined
  const manifests = new Map<string, Manifest>()
  const watched = options.watch.listen(options.project.root, () => {
    current = undefined
  })
  const now = () => {
    current ??= readAll(options, manifests)
    return current
  }
  return {
    find: async (name) => (await now()).get(name),
    all: async () => [...(await now()).values()],
    dispose: () => watched.dispose(),
  }
}

/** Later manifests win, also with an entry that says no. */
async function readAll(
  options: ServedOptions,
  manifests: Map<string, Manifest>,
): Promise<ReadonlyMap<string, ServedNetwork>> {
  const env = await options.networks.env(options.project)
  const served = new Map<string, ServedNetwork>()
  const listed = new Set<string>()
  for (const file of manifestFiles(options.project.root, env.AGENT_MANIFEST_FILE)) {
    const manifest = await readOne(options, file, env, manifests)
    for (const entry of manifest.networks) if (entry.serve && entry.public) listed.add(entry.name)
    for (const { entry, read } of await readEntries(options, manifest, env)) {
      if (read === undefined) served.delete(entry.name)
      else served.set(entry.name, { ...read, listed: false })
    }
  }
  return new Map([...served].map(([name, network]) => [name, { ...network, listed: listed.has(name) }]))
}

/** A manifest that cannot be read any more serves what it served before, until it is repaired. */
async function readOne(
  { files, project, log }: ServedOptions,
  file: string,
  env: Readonly<Record<string, string>>,
  before: Map<string, Manifest>,
): Promise<Manifest> {
  const found = await readWithIncludes(files, project.root, file, (texts) => {
    const result = readManifest({ file, texts, env })
    return { result, missing: result.missingIncludes }
  })
  const faults = found?.result.diagnostics.filter(({ severity }) => severity === 'error') ?? []
  if (found === undefined || faults.length > 0) {
    log.warn({ file, fault: faults[0]?.message ?? 'there is no such file' }, 'the manifest cannot be read')
    return before.get(file) ?? { file, networks: [], diagnostics: [] }
  }
  before.set(file, found.result)
  return found.result
}

async function readEntries(
  options: ServedOptions,
  manifest: Manifest,
  env: Readonly<Record<string, string>>,
): Promise<readonly { readonly entry: ManifestEntry; readonly read: ReadNetwork | undefined }[]> {
  const networks = manifest.networks.map((entry) => entry.name)
  return Promise.all(
    manifest.networks.map(async (entry) => {
      if (!entry.serve) return { entry, read: undefined }
      const read = await readNetworkFile(options.files, options.project.root, { ...entry, env, networks })
      const fault = read === undefined ? undefined : refusedFor(read.network.diagnostics)
      if (read !== undefined && fault === undefined) return { entry, read }
      const why = fault?.message ?? 'there is no such file'
      options.log.warn({ network: entry.name, file: entry.file, fault: why }, 'a network is not served')
      return { entry, read: undefined }
    }),
  )
}

function refusedFor(diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  return diagnostics.find(({ severity, code }) => severity === 'error' && !TOLD_LATER.has(code))
}

/** `AGENT_MANIFEST_FILE` may name several, each by its full path or from the project's folder. */
function manifestFiles(root: string, named: string | undefined): readonly string[] {
  const files = (named ?? MANIFEST).split(delimiter).filter((file) => file !== '')
  return files.map((file) => (isAbsolute(file) ? relative(root, file).split(sep).join('/') : file))
}
