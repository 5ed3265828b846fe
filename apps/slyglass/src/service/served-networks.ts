import type { Disposable } from '@slyglass/base'
import { type Diagnostic, type Manifest, type ManifestEntry, type PeriodicTalk, readManifest } from '@slyglass/network'
import type { Logger } from 'pino'
import { faultText } from '../workspace/fault-text.ts'
import type { ProjectFiles } from '../workspace/files.ts'
import { manifestFiles } from '../workspace/named-files.ts'
import type { ProjectNetworks, ReadNetwork } from '../workspace/networks.ts'
import { MANIFEST, readNetworkFile } from '../workspace/project-networks.ts'
import type { Project } from '../workspace/projects.ts'
import { readWithIncludes } from '../workspace/read-documents.ts'
import type { Trust } from '../workspace/trust.ts'
import type { FileWatch } from '../workspace/watch-files.ts'

/** A network that clients may talk to. */
export interface ServedNetwork extends ReadNetwork {
  /** It stands in the list; otherwise it must be known by name. */
  readonly listed: boolean
  /** Its name as an MCP tool; absent when it is none. */
  readonly mcpName?: string
  /** What is said to it by the clock. */
  readonly periodic: readonly PeriodicTalk[]
}

/** The networks that a project's manifests serve, as the files are now. */
export interface ServedNetworks extends Disposable {
  find(name: string): Promise<ServedNetwork | undefined>
  all(): Promise<readonly ServedNetwork[]>
  /** Networks and manifests that are named and cannot be served, and why. */
  faults(): Promise<readonly ServingFault[]>
}

/** Something that is named and not served. */
export interface ServingFault {
  readonly file: string
  readonly why: string
}

interface Served {
  readonly networks: ReadonlyMap<string, ServedNetwork>
  readonly faults: readonly ServingFault[]
}

interface ServedOptions {
  readonly project: Project
  readonly files: ProjectFiles
  readonly networks: Pick<ProjectNetworks, 'env'>
  /** Nothing of a folder is served before it is trusted. */
  readonly trust: Pick<Trust, 'isTrusted'>
  readonly watch: FileWatch
  readonly log: Logger
}

/** Faults that only show when the network runs: such a network is served, as in the original. */
const TOLD_LATER: ReadonlySet<string> = new Set(['front-man-class', 'front-man-toolbox', 'bad-parameters', 'bad-class'])

const NOTHING: Served = { networks: new Map(), faults: [] }

/** Serves a project. A changed file is seen at the next request; runs that are going on keep what they began with. */
export function createServedNetworks(options: ServedOptions): ServedNetworks {
  let current: Promise<Served> | undefined
  const manifests = new Map<string, Manifest>()
  const watched = options.watch.listen(options.project.root, () => {
    current = undefined
  })
  const now = async (): Promise<Served> => {
    if (!(await options.trust.isTrusted(options.project.root))) return NOTHING
    current ??= readAll(options, manifests)
    return current
  }
  return {
    find: async (name) => (await now()).networks.get(name),
    all: async () => [...(await now()).networks.values()],
    faults: async () => (await now()).faults,
    dispose: () => watched.dispose(),
  }
}

interface Offered extends ReadNetwork {
  readonly entry: ManifestEntry
}

/** MCP tools have names of letters, digits, `_` and `-`. */
function mcpNameOf(name: string): string {
  return name.replaceAll('/', '__').replace(/[^A-Za-z0-9_-]/g, '_')
}

/** Later manifests win. A network that one lists and another only serves is listed, and the unlisted one answers. */
async function readAll(options: ServedOptions, manifests: Map<string, Manifest>): Promise<Served> {
  const env = await options.networks.env(options.project)
  const faults: ServingFault[] = []
  const note = (file: string, why: string): void => {
    options.log.warn({ file, why }, 'not served')
    faults.push({ file, why })
  }
  const [listed, unlisted] = [new Map<string, Offered>(), new Map<string, Offered>()]
  for (const file of manifestFiles(env, MANIFEST)) {
    const manifest = await readOne(options, file, env, manifests, note)
    for (const { entry, read } of await readEntries(options, manifest, env, note)) {
      if (read !== undefined) (entry.public ? listed : unlisted).set(entry.name, { ...read, entry })
      else for (const networks of [listed, unlisted]) networks.delete(entry.name)
    }
  }
  const all = [...listed, ...unlisted]
  const networks = new Map(
    all.map(([name, { entry, ...read }]) => {
      const mcp = entry.mcp ? { mcpName: entry.mcpName ?? mcpNameOf(name) } : {}
      return [name, { ...read, listed: listed.has(name), periodic: entry.periodic ?? [], ...mcp }] as const
    }),
  )
  return { networks, faults }
}

type Note = (file: string, why: string) => void

const NO_FILE = 'there is no such file'

async function whyGone(files: ServedOptions['files'], { root }: Project, file: string): Promise<string> {
  const read = await files.read(root, file)
  return read.ok || read.error.code === 'file-missing' ? NO_FILE : read.error.message
}

/** A manifest that cannot be read any more serves what it served before, until it is repaired. */
async function readOne(
  { files, project }: ServedOptions,
  file: string,
  env: Readonly<Record<string, string>>,
  before: Map<string, Manifest>,
  note: Note,
): Promise<Manifest> {
  const found = await readWithIncludes(files, project.root, file, (texts, outside) => {
    const result = readManifest({ file, texts, outside, env })
    return { result, missing: result.missingIncludes }
  })
  const faults = found?.result.diagnostics.filter(({ severity }) => severity === 'error') ?? []
  if (found === undefined || faults.length > 0) {
    note(file, faults[0]?.message ?? (await whyGone(files, project, file)))
    return before.get(file) ?? { file, networks: [], diagnostics: [] }
  }
  before.set(file, found.result)
  return found.result
}

async function readEntries(
  options: ServedOptions,
  manifest: Manifest,
  env: Readonly<Record<string, string>>,
  note: Note,
): Promise<readonly { readonly entry: ManifestEntry; readonly read: ReadNetwork | undefined }[]> {
  const networks = manifest.networks.map((entry) => entry.name)
  return Promise.all(
    manifest.networks.map(async (entry) => {
      if (!entry.serve) return { entry, read: undefined }
      const read = await readNetworkFile(options.files, options.project.root, { ...entry, env, networks })
      const fault = read === undefined ? undefined : refusedFor(read.network.diagnostics)
      if (read !== undefined && fault === undefined) return { entry, read }
      const why = read === undefined || fault === undefined ? undefined : faultText(read, fault)
      note(entry.file, why ?? (await whyGone(options.files, options.project, entry.file)))
      return { entry, read: undefined }
    }),
  )
}

function refusedFor(diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  return diagnostics.find(({ severity, code }) => severity === 'error' && !TOLD_LATER.has(code))
}
