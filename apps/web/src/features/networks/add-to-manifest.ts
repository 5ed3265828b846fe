// A line for one network in the manifest, as an edit of its text. Comes when it is asked for: it reads HOCON.
import { planManifestEdit, readNetwork } from '@slyglass/network'
import { client } from '../../app/public/client.ts'
import { loadDocument, saveDocument, sentenceOf } from '../../app/public/files.ts'
import { refreshProject } from '../../app/public/project.ts'
import { say } from '../../app/public/say.ts'
import { useStudio } from '../../app/public/studio.ts'
import { useWorkspace } from '../../app/public/workspace.ts'

const ALL = { serve: true, public: true, mcp: true }

/** Undefined when the manifest names the file now, else why not. */
export async function addToManifest(manifest: string, file: string): Promise<string | undefined> {
  const project = useStudio.getState().project
  if (project === undefined) return undefined
  const read = await client.readFile(project.id, file)
  if (!read.ok) return sentenceOf(read.error)
  if (!mayBeNetwork(file, read.value.text))
    return `${file} has no agents, so it is no network and the manifest cannot serve it. Other files include it.`
  const isOpen = await loadDocument(manifest)
  if (!isOpen) return useWorkspace.getState().faults.get(manifest) ?? `${manifest} cannot be read.`
  const { store } = useWorkspace.getState()
  const input = { file: manifest, texts: { [manifest]: store.text(manifest) }, env: project.env }
  const planned = planManifestEdit(input, { kind: 'add-network', file, served: ALL })
  if (!planned.ok) return `${manifest} was left as it is: ${planned.error.message}.`
  store.apply({ label: `add ${file} to the manifest`, origin: 'form', edits: planned.value })
  const isSaved = await saveDocument(manifest)
  if (!isSaved) return `${file} has its line in ${manifest}, which is not saved yet.`
  await refreshProject()
  say(`Added ${file} to ${manifest}`)
  return undefined
}

/** False for fragments, such as words that networks include. What includes others may get its agents from them. */
function mayBeNetwork(file: string, text: string): boolean {
  const { entries, missingIncludes } = readNetwork({ network: file, file, texts: { [file]: text }, networks: [] })
  return entries.length > 0 || missingIncludes.length > 0
}
