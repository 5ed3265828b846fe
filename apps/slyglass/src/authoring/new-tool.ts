// A new tool of a network: its class in a file of its own, its entry, and its name in the agent that is to call it.
import { dirname, join, relative, sep } from 'node:path'
import { err, type JsonObject, ok, type Result } from '@slyglass/base'
import { findToolSource } from '@slyglass/environment'
import { type Entry, toolNameFault } from '@slyglass/network'
import type { NewTool, NewToolReply } from '@slyglass/protocol'
import type { ToolSources } from '@slyglass/runtime'
import { type Refusal, refused } from '../refusal.ts'
import { missingNetwork } from '../workspace/missing-network.ts'
import type { ReadNetwork } from '../workspace/networks.ts'
import type { Environment } from '../workspace/project-env.ts'
import type { Project } from '../workspace/projects.ts'
import { toolSources } from '../workspace/tool-paths.ts'
import { addEntry, type EntryParts } from './add-entry.ts'
import { fileName, namesOf, newToolFields, newToolText } from './tool-texts.ts'

/** What making tools asks of. */
export interface MakingParts extends EntryParts {
  toolEnv(project: Project): Promise<Environment>
}

/** Writes the tool. Nothing that is there is overwritten: then nothing is changed at all. */
export async function createTool(
  parts: MakingParts,
  project: Project,
  asked: NewTool,
): Promise<Result<NewToolReply, Refusal>> {
  const { name, language } = asked
  const read = await parts.networks.read(project, asked.network)
  if (read === undefined) return err(await missingNetwork(parts.networks, project, asked.network))
  const misnamed = toolNameFault(name, [])
  if (misnamed !== undefined) return err(refused(422, 'tool-name', misnamed))
  const { module, className } = namesOf(name)
  const sources = toolSources(project.root, asked.network, await parts.toolEnv(project))
  const folder = folderFor(read, sources, asked.shared === true)
  if (folder === undefined)
    return err(
      refused(422, 'tool-place', 'The folder of coded tools lies outside of the project.', 'Set AGENT_TOOL_PATH.'),
    )
  const file = `${folder}/${fileName(module, language)}`
  const known = findToolSource(sources, `${module}.${className}`)
  const [present] = known.found ? [known.file] : known.reason === 'class-missing' ? known.files : []
  if (present !== undefined) return err(fileExists(inProject(project.root, present) ?? present))
  const text = newToolText(name, className, language)
  return writeTool(parts, project, { read, ...asked, file, text, className: `${module}.${className}` })
}

/** A tool that is to be written into a network. */
export interface WrittenTool extends Pick<NewTool, 'name' | 'agent'> {
  readonly read: ReadNetwork
  readonly file: string
  readonly text: string
  readonly className: string
  /** What its entry says besides name and class. */
  readonly fields?: JsonObject
}

/** The file first: without it the entry would be broken. It goes again when the entry cannot be written. */
export async function writeTool(
  parts: EntryParts,
  project: Project,
  tool: WrittenTool,
): Promise<Result<NewToolReply, Refusal>> {
  const { read, file, text, className, name } = tool
  const { network } = read
  const agent = tool.agent ?? network.frontMan?.name
  if (agent === undefined) return err(refused(422, 'edit-refused', `${network.file} has no agent that could call it.`))
  const fields = tool.fields ?? newToolFields(name)
  const planned = await addEntry(parts, project, read, { name, className, agent, fields })
  if (!planned.ok) return planned
  const saved = await parts.files.save(project.root, file, { text, baseHash: null })
  if (!saved.ok) return err(saved.error.code === 'file-changed' ? fileExists(file) : saved.error)
  const changed = await planned.value.write()
  if (!changed.ok) {
    await planned.value.takeBack(file)
    return changed
  }
  return ok({ network: network.name, agent, file, className, changed: [file, ...changed.value] })
}

/** Beside the tools that the network has; else in its own folder, or where tools of all networks lie. */
export function folderFor({ network }: ReadNetwork, sources: ToolSources, shared: boolean): string | undefined {
  const [root] = sources.toolRoots
  const base = root === undefined ? undefined : inProject(sources.projectRoot, root)
  if (root === undefined || base === undefined) return undefined
  if (shared) return base
  const beside = network.entries.map((entry) => folderOf(entry, sources, root)).find((folder) => folder !== undefined)
  return beside ?? `${base}/${network.name}`
}

function folderOf({ className }: Entry, sources: ToolSources, root: string): string | undefined {
  const found = className === undefined ? undefined : findToolSource(sources, className)
  if (found?.found !== true || className === undefined) return undefined
  // A class with packages in its name lies deeper than the folder that is looked in.
  const steps = className.split('.').length - 2
  const folder = join(dirname(found.file), ...Array.from({ length: steps }, () => '..'))
  return inProject(root, folder) === undefined ? undefined : inProject(sources.projectRoot, folder)
}

/** The path in a folder, with slashes; undefined outside of it. */
function inProject(root: string, path: string): string | undefined {
  const inside = relative(root, path)
  return inside === '..' || inside.startsWith(`..${sep}`) ? undefined : inside.split(sep).join('/')
}

function fileExists(file: string): Refusal {
  return refused(409, 'file-exists', `${file} is there already, so nothing was changed.`, 'Choose another name.')
}
