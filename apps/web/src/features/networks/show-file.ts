import type { SourceRange } from '@slyglass/network'
import { openFile } from '../../app/public/files.ts'
import { openNetwork } from '../../app/public/project.ts'
import { useStudio } from '../../app/public/studio.ts'

/** Shows a file of the project in the editor, which belongs to a network: the one that is open, else the first. */
export async function showFile(path: string): Promise<void> {
  const { project, networkName } = useStudio.getState()
  await openNetwork(networkName ?? project?.networks[0]?.name, 'edit')
  await openFile(path)
}

/** Shows a place in a network's own file. */
export async function showPlace(network: string, { doc, from, to }: SourceRange): Promise<void> {
  await openNetwork(network, 'edit')
  await openFile(doc, { from, to })
}
