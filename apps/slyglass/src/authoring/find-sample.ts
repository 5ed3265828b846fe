// Which files of the shipped samples a name means: a group such as `basic`, or one network with its tools.
import { readdir, realpath } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import type { Network } from '@slyglass/network'
import { listFiles } from '../workspace/file-list.ts'
import { createProjectFiles } from '../workspace/files.ts'
import { findTools } from '../workspace/find-tools.ts'
import { createProjectNetworks, MANIFEST } from '../workspace/project-networks.ts'
import { projectIdOf } from '../workspace/projects.ts'
import { listSamples } from '../workspace/samples.ts'
import { toolSources } from '../workspace/tool-paths.ts'
import { readToolFiles } from './tool-files.ts'

/** Files to bring in, by path in the project, and the networks among them. */
export interface FoundSample {
  readonly root: string
  readonly files: readonly string[]
  /** Files of networks, as a manifest in `registries` names them. */
  readonly networks: readonly string[]
}

/** What there is to bring in. */
export interface SampleShelf {
  readonly names: readonly string[]
  find(name: string): Promise<FoundSample | undefined>
}

/** The folder whose networks are brought in by groups or one by one; every other folder is one sample. */
export const COLLECTION = 'studio'

/** Looks at the shipped samples. Nothing of them is run. */
export async function openSampleShelf(shipped: string): Promise<SampleShelf> {
  const folders = (await listSamples(shipped)).filter((name) => name !== COLLECTION)
  const collection = await openCollection(shipped)
  return {
    names: [...collection.names, ...folders],
    async find(name) {
      const folder = folders.includes(name) ? name : await folderOfNetwork(shipped, folders, name)
      return folder === undefined ? collection.find(name) : findWhole(shipped, folder)
    },
  }
}

/** The gallery names networks, and one sample may hold several. */
async function folderOfNetwork(
  shipped: string,
  folders: readonly string[],
  network: string,
): Promise<string | undefined> {
  for (const folder of folders) {
    const { entries } = await openFolder(shipped, folder)
    if (entries.some(({ name }) => name === network)) return folder
  }
  return undefined
}

/** A sample that is a folder of its own: everything in it but the page about it. */
async function findWhole(shipped: string, name: string): Promise<FoundSample> {
  const { root, entries } = await openFolder(shipped, name)
  const within = await readdir(root, { recursive: true, withFileTypes: true })
  const paths = within
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  const files = paths
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => path !== MANIFEST && path !== 'README.md' && !path.includes('__pycache__/'))
  return { root, files: files.sort(), networks: entries.map(inManifest) }
}

async function openCollection(shipped: string): Promise<SampleShelf> {
  const { root, project, networks, entries, all } = await openFolder(shipped, COLLECTION)
  const groups = new Set(entries.flatMap(({ name }) => (name.includes('/') ? [name.slice(0, name.indexOf('/'))] : [])))
  return {
    names: [...groups, ...entries.map(({ name }) => name)],
    async find(name) {
      const wanted = entries.filter((entry) =>
        groups.has(name) ? entry.name.startsWith(`${name}/`) : isNamed(entry.name, name),
      )
      if (wanted.length === 0) return undefined
      const found = new Set<string>()
      for (const entry of wanted) {
        const read = await networks.read(project, entry.name)
        for (const { path } of read?.documents ?? []) found.add(path)
        const stem = entry.file.replace(/\.[^./]+$/, '.')
        for (const path of all) if (path.startsWith(stem)) found.add(path)
        for (const file of read === undefined ? [] : await toolFiles(root, read.network))
          for (const own of await filesOfTool(root, file)) found.add(own)
        for (const path of all) if (path === `tests/${entry.name}.hocon`) found.add(path)
      }
      found.delete(MANIFEST)
      return { root, files: [...found].sort(), networks: wanted.map(inManifest) }
    },
  }
}

async function openFolder(shipped: string, name: string) {
  const root = await realpath(join(shipped, name))
  const project = { id: projectIdOf(root), name, root, sample: true }
  const networks = createProjectNetworks({
    files: createProjectFiles(join(shipped, '.none')),
    trust: { isTrusted: async () => false, set: async () => undefined, folders: async () => [] },
    shell: {},
  })
  const entries = (await networks.manifest(project)).networks
  const all = (await listFiles(root)).map((row) => row.path)
  return { root, project, networks, entries, all }
}

const inManifest = (entry: { readonly file: string }): string => entry.file.replace(/^registries\//, '')

function isNamed(name: string, asked: string): boolean {
  return name === asked || name.endsWith(`/${asked}`)
}

/** The tool's own file, what it imports from beside it, its tests and samples. */
async function filesOfTool(root: string, file: string): Promise<readonly string[]> {
  const read = await readToolFiles(join(root, file), root)
  const names = read.ok ? [...read.value.keys()] : []
  return [file, ...names.map((name) => posix.join(posix.dirname(file), name))]
}

async function toolFiles(root: string, network: Network): Promise<readonly string[]> {
  const sources = toolSources(root, network.name, {})
  const python = { found: false, tried: [], hint: '' } as const
  const tools = await findTools({ network, sources, toolPathOnly: true, python })
  return tools.flatMap((tool) => (tool.file === undefined ? [] : [tool.file]))
}
