// What the language service changes goes into the one history, as one step, however many documents it touches.
import type { DocumentEdit } from '@slyglass/network'
import { loadDocument } from '../../../app/public/files.ts'
import { say } from '../../../app/public/say.ts'
import { useWorkspace } from '../../../app/public/workspace.ts'

/** Applies edits that were made for the present texts. False when a document could not be opened or has changed since. */
export async function applyEdits(label: string, doc: string, edits: readonly DocumentEdit[]): Promise<boolean> {
  const { store } = useWorkspace.getState()
  const revision = store.version(doc)
  for (const other of new Set(edits.map((edit) => edit.doc))) if (!(await loadDocument(other))) return false
  if (useWorkspace.getState().store !== store || store.version(doc) !== revision) return false
  const at = edits.find((edit) => edit.doc === doc) ?? edits[0]
  if (at === undefined) return true
  store.closeGroup()
  const selection = { kind: 'editor', doc: at.doc, from: at.from, to: at.from } as const
  if (store.apply({ label, origin: 'form', edits, selection })) say(label)
  store.closeGroup()
  return true
}
