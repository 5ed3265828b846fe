// A new coded tool is written by the server: its file, its entry, and its name in the agent that may call it.
import type { NewTool } from '@slyglass/protocol'
import { client } from '../../../app/public/client.ts'
import { followDisk, openFile, saveAll, sentenceOf } from '../../../app/public/files.ts'
import { refreshPreflight } from '../../../app/public/project.ts'
import { say } from '../../../app/public/say.ts'
import { useStudio } from '../../../app/public/studio.ts'
import { useWorkspace } from '../../../app/public/workspace.ts'

/** Undefined when it was written, else why not. */
export async function writeTool(asked: NewTool): Promise<string | undefined> {
  const { project } = useStudio.getState()
  if (project === undefined) return 'No project is open.'
  await saveAll()
  const { store } = useWorkspace.getState()
  const unsaved = store.docs().find((doc) => store.isDirty(doc))
  if (unsaved !== undefined) return `${unsaved} could not be saved, so nothing was written. Save it first.`
  const reply = await client.newTool(project.id, asked)
  if (!reply.ok) return sentenceOf(reply.error)
  const { changed, file } = reply.value
  // What was just written differs from what is open, whatever its hash is.
  await followDisk(changed.map((path) => ({ path, hash: '' })))
  await openFile(file)
  await refreshPreflight()
  useStudio.getState().set({ selection: { kind: 'entry', entry: asked.name } })
  say(`Wrote ${file}`)
  return undefined
}
