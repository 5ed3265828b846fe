// A new coded tool is written by the server: its file, its entry, and its name in the agent that may call it.
import type { ProjectId } from '@slyglass/base'
import type { ClientFailure, ImportTool, NewTool, NewToolReply } from '@slyglass/protocol'
import { client } from './client.ts'
import { followDisk, openFile, saveAll, sentenceOf } from './files.ts'
import { openNetwork, refreshPreflight, refreshProject, showProjectById } from './project.ts'
import { say } from './say.ts'
import { useStudio } from './studio.ts'
import { useWorkspace } from './workspace.ts'

export interface Refused {
  readonly why: string
  /** Files of it are there, and may be written over. */
  readonly present?: boolean
}

/** Undefined when it was written, else why not. */
export async function writeTool(asked: NewTool): Promise<Refused | undefined> {
  const project = useStudio.getState().project
  if (project === undefined) return undefined
  const unsaved = await saveFirst(project.id)
  if (unsaved !== undefined) return unsaved
  const reply = await client.newTool(project.id, asked)
  if (!reply.ok) return { why: sentenceOf(reply.error) }
  return show(reply.value, asked.name)
}

/** The same for one that was exported to a file, into the open project or another one. The folder is not trusted afterwards. */
export async function takeTool(
  asked: ImportTool,
  project: ProjectId | undefined = useStudio.getState().project?.id,
): Promise<Refused | undefined> {
  if (project === undefined) return undefined
  const unsaved = await saveFirst(project)
  if (unsaved !== undefined) return unsaved
  const reply = await client.importTool(project, asked)
  if (!reply.ok) return refusedBy(reply.error)
  await showAgain(project)
  await openNetwork(asked.network)
  const { name } = JSON.parse(asked.text) as { readonly name: string }
  return show(reply.value, asked.name ?? name)
}

/** Why the server refused to bring something in, and whether it only asks first. */
export const refusedBy = (failure: ClientFailure): Refused => ({
  why: sentenceOf(failure),
  present: failure.code === 'present',
})

/** The server changes files as they lie on disk, so those that are open in this project are saved first. */
export async function saveFirst(project: ProjectId): Promise<Refused | undefined> {
  if (useStudio.getState().project?.id !== project) return undefined
  await saveAll()
  const { store } = useWorkspace.getState()
  const unsaved = store.docs().find((doc) => store.isDirty(doc))
  return unsaved === undefined
    ? undefined
    : { why: `${unsaved} could not be saved, so nothing was written. Save it first.` }
}

/** Shows a project in which the server has written. */
export async function showAgain(project: ProjectId): Promise<void> {
  if (useStudio.getState().project?.id === project) await refreshProject()
  else await showProjectById(project)
}

async function show({ changed, file }: NewToolReply, entry: string): Promise<undefined> {
  // What was just written differs from what is open, whatever its hash is.
  await followDisk(changed.map((path) => ({ path, hash: '' })))
  await openFile(file)
  await refreshPreflight()
  useStudio.getState().set({ selection: { kind: 'entry', entry } })
  say(`Wrote ${file}`)
  return undefined
}
