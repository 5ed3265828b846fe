import {
  type Diagnostic,
  infoFiles,
  type Manifest,
  type ManifestEntry,
  type Network,
  readManifest,
  readNetwork,
} from '@slyglass/network'
import { describedClasses } from './described-classes.ts'
import { listFiles } from './file-list.ts'
import type { ProjectFiles } from './files.ts'
import { KnownReads } from './known-reads.ts'
import { manifestFiles, withNamedFiles, withProjectPaths } from './named-files.ts'
import type { ProjectNetworks, ReadNetwork } from './networks.ts'
import { type Environment, networkEnv, ofDotEnv, trustedDotEnv } from './project-env.ts'
import type { Project } from './projects.ts'
import { readWithIncludes } from './read-documents.ts'
import { toolSources } from './tool-paths.ts'
import type { Trust } from './trust.ts'

interface NetworksOptions {
  readonly files: ProjectFiles
  readonly trust: Trust
  readonly shell: Environment
}

type ManifestReply = Awaited<ReturnType<ProjectNetworks['manifest']>>

export const MANIFEST = 'registries/manifest.hocon'

export function createProjectNetworks({ files, trust, shell }: NetworksOptions): ProjectNetworks {
  const known = new KnownReads<ReadNetwork>()
  const manifests = new KnownReads<Manifest>()
  const envOf = ofDotEnv((root, dotEnv) => withProjectPaths(root, networkEnv(shell, dotEnv)))
  const env = async ({ root }: Project) => envOf(root, await trustedDotEnv(trust, root))

  const manifest = async (project: Project): Promise<ManifestReply> => {
    const variables = await env(project)
    const read = await Promise.all(
      manifestFiles(variables, MANIFEST).map((file) =>
        readOneManifest(files, project, { file, env: variables }, manifests),
      ),
    )
    const [first, ...further] = read.flatMap((one) => one ?? [])
    if (first === undefined) return { manifest: null, networks: await listNetworkFiles(project), diagnostics: [] }
    // What a later manifest says of a network counts.
    const networks = new Map([first, ...further].flatMap((one) => one.networks.map((entry) => [entry.name, entry])))
    const diagnostics = [first, ...further].flatMap((one) => one.diagnostics)
    if (networks.size === 0 && diagnostics.some(isUnread))
      return { manifest: first.file, networks: await listNetworkFiles(project, first.file), diagnostics }
    return { manifest: first.file, networks: [...networks.values()], diagnostics }
  }

  return {
    env,
    manifest,
    async read(project, name) {
      const { networks } = await manifest(project)
      const names = networks.map((network) => network.name)
      const entry = networks.find((network) => network.name === name)
      if (entry === undefined) return undefined
      return readNetworkFile(files, project.root, { ...entry, env: await env(project), networks: names }, known)
    },
  }
}

/** True when a manifest could not be read, or not to its end. */
export const isUnread = ({ code }: Diagnostic): boolean => UNREAD.has(code) || code.startsWith('syntax-')

const UNREAD: ReadonlySet<string> = new Set(['not-text', 'file-unreadable', 'file-too-large'])

async function readOneManifest(
  files: ProjectFiles,
  { root }: Project,
  { file, env }: Pick<NetworkFile, 'file' | 'env'>,
  known: KnownReads<Manifest>,
): Promise<Manifest | undefined> {
  const from = JSON.stringify(env)
  const before = await known.find(files, root, file, from)
  if (before !== undefined) return before
  const found = await readWithIncludes(files, root, file, (texts, outside) => {
    const result = readManifest({ file, texts, outside, env })
    return { result, missing: result.missingIncludes }
  })
  if (found === undefined) return unreadable(await files.read(root, file), file)
  known.keep(root, file, { from, read: found.result, found })
  return found.result
}

/** A manifest that is there and cannot be read: the networks beside it are shown, none of them is served. */
function unreadable(read: Awaited<ReturnType<ProjectFiles['read']>>, file: string): Manifest | undefined {
  if (read.ok || read.error.code === 'file-missing') return undefined
  const { code, message, hint = '' } = read.error
  const at = { doc: file, from: 0, to: 0 }
  const fault = { code, severity: 'error', message: `${message} ${hint}`.trim(), at, fixes: [] } as const
  return { file, networks: [], diagnostics: [fault] }
}

/** A network as others may call it: one that the manifests leave out or switch off is not there. */
export async function readCallable(
  networks: ProjectNetworks,
  project: Project,
  name: string,
): Promise<ReadNetwork | undefined> {
  const { manifest, networks: entries } = await networks.manifest(project)
  const entry = entries.find((one) => one.name === name)
  return manifest === null || entry?.serve === true ? networks.read(project, name) : undefined
}

/** Reads a network from its file, whether a manifest names it or not. */
export async function readNetworkFile(
  files: Pick<ProjectFiles, 'read'>,
  root: string,
  { name, file, env, networks }: NetworkFile,
  known?: KnownReads<ReadNetwork>,
): Promise<ReadNetwork | undefined> {
  const named = withNamedFiles(files, env)
  const from = JSON.stringify([name, env, networks])
  const before = await known?.find(named, root, file, from)
  if (before !== undefined) return before
  const found = await readWithIncludes<Network>(named, root, file, (texts, outside) => {
    const result = readNetwork({ network: name, file, texts, outside, env, networks })
    return { result, missing: [...result.missingIncludes, ...infoFiles(result.json, env)] }
  })
  if (found === undefined) return undefined
  const { texts, outside, result } = found
  const documents = Object.entries(texts).map(([path, text]) => ({ path, text }))
  if (!result.diagnostics.some(({ code }) => code === 'missing-description')) {
    const read = { network: result, documents }
    known?.keep(root, file, { from, read, found })
    return read
  }
  // Looking into sources costs files, and most entries have their description.
  const described = await describedClasses(toolSources(root, name, env), result)
  return { network: readNetwork({ network: name, file, texts, outside, env, networks, described }), documents }
}

interface NetworkFile {
  readonly name: string
  readonly file: string
  readonly env: Readonly<Record<string, string>>
  /** Names of all networks of the project. */
  readonly networks: readonly string[]
}

/** A project without a manifest: every HOCON file under `registries`, or anywhere when there is no such folder. */
async function listNetworkFiles(project: Project, manifest?: string): Promise<readonly ManifestEntry[]> {
  const paths = (await listFiles(project.root)).map((row) => row.path)
  const all = paths.filter((path) => path.endsWith('.hocon') && path !== manifest)
  const inRegistries = all.filter((path) => path.startsWith('registries/'))
  const shown = inRegistries.length > 0 ? inRegistries : all
  return shown.map((file) => {
    return { name: networkNameOf(file), file, serve: false, public: false, mcp: false }
  })
}

/** The name of a network that no manifest names. */
export function networkNameOf(file: string): string {
  return file.replace(/^registries\//, '').replace(/\.[^./]+$/, '')
}
