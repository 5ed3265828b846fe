// What a person decided about a file that changed on disk while its text was unsaved.
import { type DocId, differenceOf, mergeTexts } from '../../documents/index.ts'
import { saveDocument, setConflict } from './files.ts'
import { useWorkspace } from './workspace.ts'

/** What to do with a file that changed on disk: join both, write mine over it, or take it. */
export type Resolution = 'merge' | 'mine' | 'theirs'

export async function resolveConflict(doc: DocId, resolution: Resolution): Promise<void> {
  const { store, conflicts } = useWorkspace.getState()
  const conflict = conflicts.get(doc)
  useWorkspace.setState({ asking: undefined })
  if (conflict === undefined) return
  const disk = conflict.disk
  if (resolution === 'theirs' && disk !== null) store.takeDisk(doc, disk.text, disk.hash)
  else if (resolution === 'merge' && disk !== null) {
    const merged = mergeTexts(store.savedText(doc), store.text(doc), withoutMark(disk.text))
    store.markSaved(doc, disk.text, disk.hash)
    const edit = differenceOf(store.text(doc), merged.text)
    if (edit !== undefined)
      store.apply({ label: `merge ${doc} with the disk`, origin: 'disk', edits: [{ doc, ...edit }] })
    setConflict(doc, undefined)
    // Marks of a conflict are for a person to settle first.
    if (merged.conflicts === 0) await saveDocument(doc)
    return
  } else if (disk !== null) store.markSaved(doc, disk.text, disk.hash)
  setConflict(doc, undefined)
  if (resolution === 'mine') await saveDocument(doc)
}

const withoutMark = (text: string) => text.replace(/^\uFEFF/, '')
