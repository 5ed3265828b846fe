// A second file in the place of the graph, beside the one that is open.
import type { DocId } from '../../documents/index.ts'
import { loadDocument, openFile } from './files.ts'
import { useStudio } from './studio.ts'
import { useWorkspace } from './workspace.ts'

/** Shows a file beside the source; where there is no room for two, in a tab of its own. */
export async function openBeside(doc: DocId): Promise<void> {
  useStudio.getState().set({ view: 'edit' })
  if (!matchMedia('(min-width: 1280px)').matches) return openFile(doc)
  if (await loadDocument(doc))
    useWorkspace.setState(({ tabs, activeTab }) => ({
      beside: doc,
      // What it stands beside is another file.
      activeTab: activeTab === doc ? (tabs.find((tab) => tab !== doc) ?? doc) : activeTab,
    }))
}
