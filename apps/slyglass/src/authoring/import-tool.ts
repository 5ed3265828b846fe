// A tool out of one file into a network of a project. Texts are written; nothing of it is run.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { err, ok, type Result } from '@slyglass/base'
import type { NewToolReply } from '@slyglass/protocol'
import { type Refusal, refused } from '../refusal.ts'
import type { ReadNetwork } from '../workspace/networks.ts'
import type { Project } from '../workspace/projects.ts'
import { toolSources } from '../workspace/tool-paths.ts'
import { addEntry, type PlannedEntry } from './add-entry.ts'
import { folderFor, type MakingParts } from './new-tool.ts'
import type { SharedTool } from './shared-tool.ts'

/** An import that is planned: which files of it are there already, and how it is done. */
export interface PlannedImport {
  readonly present: readonly string[]
  /** Writes everything, over files that are there too. */
  write(): Promise<Result<NewToolReply, Refusal>>
}

/** Where it goes; `name` in place of the tool's own. */
export interface ImportPlace {
  readonly read: ReadNetwork
  readonly agent?: string
  readonly name?: string
}

export async function planImport(
  parts: MakingParts,
  project: Project,
  tool: SharedTool,
  place: ImportPlace,
): Promise<Result<PlannedImport, Refusal>> {
  const { network } = place.read
  const agent = place.agent ?? network.frontMan?.name
  if (agent === undefined) return err(refused(422, 'edit-refused', `${network.file} has no agent that could call it.`))
  const sources = toolSources(project.root, network.name, await parts.toolEnv(project))
  const folder = folderFor(place.read, sources, false)
  if (folder === undefined)
    return err(refused(422, 'tool-place', 'The folder of coded tools lies outside of the project.'))
  const name = place.name ?? tool.name
  // The class is named from its own file; packages that it had before are not.
  const className = tool.className.split('.').slice(-2).join('.')
  const entry = await addEntry(parts, project, place.read, { name, className, agent, fields: tool.entry })
  if (!entry.ok) return entry
  const files = new Map([...tool.files].map(([path, text]) => [`${folder}/${path}`, text]))
  const found = await Promise.all([...files.keys()].map((path) => isThere(join(project.root, path))))
  const present = [...files.keys()].filter((_, index) => found[index])
  return ok({
    present,
    async write() {
      const written = await writeAll(parts, project, files, entry.value)
      if (!written.ok) return written
      const reply = { network: network.name, agent, file: `${folder}/${tool.file}`, className }
      return ok({ ...reply, changed: written.value })
    },
  })
}

async function writeAll(
  { files }: MakingParts,
  { root }: Project,
  texts: ReadonlyMap<string, string>,
  entry: PlannedEntry,
): Promise<Result<readonly string[], Refusal>> {
  // All of them are looked at first: what is refused half-way would leave a half.
  const bases = new Map<string, string | null>()
  for (const path of texts.keys()) {
    const present = await files.read(root, path)
    if (!present.ok && present.error.code !== 'file-missing') return present
    bases.set(path, present.ok ? present.value.hash : null)
  }
  for (const [path, text] of texts) {
    const saved = await files.save(root, path, { text, baseHash: bases.get(path) ?? null })
    if (!saved.ok) return saved
  }
  const changed = await entry.write()
  return changed.ok ? ok([...texts.keys(), ...changed.value]) : changed
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}
