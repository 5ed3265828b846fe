// A new coded tool is written by the server: its file, its entry, and its name in the agent that may call it.
import type { ImportTool, NewTool, NewToolReply } from '@slyglass/protocol'
import { client } from '../../../app/public/client.ts'
import { followDisk, openFile, saveAll, sentenceOf } from '../../../app/public/files.ts'
import { refreshPreflight, refreshProject } from '../../../app/public/project.ts'
import { say } from '../../../app/public/say.ts'
import { useStudio } from '../../../app/public/studio.ts'
import { useWorkspace } from '../../../app/public/workspace.ts'

export interface Refused {
  readonly why: string
  /** Files of it are there, and may be written over. */
  readonly present?: boolean
}

/** Undefined when it was written, else why not. */
export async function writeTool(asked: NewTool): Promise<Refused | undefined> {
  const unsaved = await saveFirst()
  const project = useStudio.getState().project
  if (unsaved !== undefined || project === undefined) return unsaved
  const reply = await client.newTool(project.id, asked)
  if (!reply.ok) return { why: sentenceOf(reply.error) }
  return show(reply.value, asked.name)
}

/** The same for one that was exported to a file. The folder is not trusted afterwards. */
export async function takeTool(asked: ImportTool): Promise<Refused | undefined> {
  const unsaved = await saveFirst()
  const project = useStudio.getState().project
  if (unsaved !== undefined || project === undefined) return unsaved
  const reply = await client.importTool(project.id, asked)
  if (!reply.ok) return { why: sentenceOf(reply.error), present: reply.error.code === 'present' }
  await refreshProject()
  const { name } = JSON.parse(asked.text) as { readonly name: string }
  return show(reply.value, asked.name ?? name)
}

/** The server changes the network as it lies on disk. */
async function saveFirst(): Promise<Refused | undefined> {
  await saveAll()
  const { store } = useWorkspace.getState()
  const unsaved = store.docs().find((doc) => store.isDirty(doc))
  return unsaved === undefined
    ? undefined
    : { why: `${unsaved} could not be saved, so nothing was written. Save it first.` }
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
