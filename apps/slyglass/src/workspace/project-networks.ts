import { infoFiles, type ManifestEntry, type Network, readManifest, readNetwork } from '@slyglass/network'
import type { ProjectNetworks, ReadNetwork } from '../server/studio.ts'
import { listFiles } from './file-list.ts'
import type { ProjectFiles } from './files.ts'
import { type Environment, networkEnv, trustedDotEnv } from './project-env.ts'
import type { Project } from './projects.ts'
import { readWithIncludes } from './read-documents.ts'
import type { Trust } from './trust.ts'

interface NetworksOptions {
  readonly files: ProjectFiles
  readonly trust: Trust
  readonly shell: Environment
}

type ManifestReply = Awaited<ReturnType<ProjectNetworks['manifest']>>

export const MANIFEST = 'registries/manifest.hocon'

export function createProjectNetworks({ files, trust, shell }: NetworksOptions): ProjectNetworks {
  const env = async (project: Project) => networkEnv(shell, await trustedDotEnv(trust, project.root))

  const manifest = async (project: Project): Promise<ManifestReply> => {
    const variables = await env(project)
    const file = variables.AGENT_MANIFEST_FILE ?? MANIFEST
    const found = await readWithIncludes(files, project.root, file, (texts) => {
      const result = readManifest({ file, texts, env: variables })
      return { result, missing: result.missingIncludes }
    })
    if (found === undefined) return { manifest: null, networks: await listNetworkFiles(project), diagnostics: [] }
    return { manifest: file, networks: found.result.networks, diagnostics: found.result.diagnostics }
  }

  return {
    env,
    manifest,
    async read(project, name) {
      const { networks } = await manifest(project)
      const names = networks.map((network) => network.name)
      const entry = networks.find((network) => network.name === name)
      if (entry === undefined) return undefined
      return readNetworkFile(files, project.root, { ...entry, env: await env(project), networks: names })
    },
  }
}

/** Reads a network from its file, whether a manifest names it or not. */
export async function readNetworkFile(
  files: Pick<ProjectFiles, 'read'>,
  root: string,
  { name, file, env, networks }: NetworkFile,
): Promise<ReadNetwork | undefined> {
  const found = await readWithIncludes<Network>(files, root, file, (texts) => {
    const result = readNetwork({ network: name, file, texts, env, networks })
    return { result, missing: [...result.missingIncludes, ...infoFiles(result.json, env)] }
  })
  if (found === undefined) return undefined
  const documents = Object.entries(found.texts).map(([path, text]) => ({ path, text }))
  return { network: found.result, documents }
}

interface NetworkFile {
  readonly name: string
  readonly file: string
  readonly env: Readonly<Record<string, string>>
  /** Names of all networks of the project. */
  readonly networks: readonly string[]
}

/** A project without a manifest: every HOCON file under `registries`, or anywhere when there is no such folder. */
async function listNetworkFiles(project: Project): Promise<readonly ManifestEntry[]> {
  const all = (await listFiles(project.root)).map((row) => row.path).filter((path) => path.endsWith('.hocon'))
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
