// Which files of the shipped samples a name means: a group such as `basic`, or one network with its tools.
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Network } from '@slyglass/network'
import { companions } from '../../authoring/tool-files.ts'
import { listFiles } from '../../workspace/file-list.ts'
import { createProjectFiles } from '../../workspace/files.ts'
import { findTools } from '../../workspace/find-tools.ts'
import { createProjectNetworks, MANIFEST } from '../../workspace/project-networks.ts'
import { projectIdOf } from '../../workspace/projects.ts'
import { toolSources } from '../../workspace/tool-paths.ts'

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

/** Looks at the shipped samples. Nothing of them is run. */
export async function openSampleShelf(shipped: string): Promise<SampleShelf> {
  const root = await realpath(join(shipped, 'studio'))
  const project = { id: projectIdOf(root), name: 'studio', root, sample: true }
  const networks = createProjectNetworks({
    files: createProjectFiles(join(shipped, '.none')),
    trust: { isTrusted: async () => false, set: async () => undefined, folders: async () => [] },
    shell: {},
  })
  const entries = (await networks.manifest(project)).networks
  const groups = new Set(entries.flatMap(({ name }) => (name.includes('/') ? [name.slice(0, name.indexOf('/'))] : [])))
  const all = (await listFiles(root)).map((row) => row.path)
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
        for (const file of read === undefined ? [] : await toolFiles(root, read.network)) {
          found.add(file)
          for (const beside of companions(file)) if (all.includes(beside)) found.add(beside)
        }
        for (const path of all) if (path === `tests/${entry.name}.hocon`) found.add(path)
      }
      found.delete(MANIFEST)
      return {
        root,
        files: [...found].sort(),
        networks: wanted.map((entry) => entry.file.replace(/^registries\//, '')),
      }
    },
  }
}

function isNamed(name: string, asked: string): boolean {
  return name === asked || name.endsWith(`/${asked}`)
}

async function toolFiles(root: string, network: Network): Promise<readonly string[]> {
  const sources = toolSources(root, network.name, {})
  const python = { found: false, tried: [], hint: '' } as const
  const tools = await findTools({ network, sources, toolPathOnly: true, python })
  return tools.flatMap((tool) => (tool.file === undefined ? [] : [tool.file]))
}
