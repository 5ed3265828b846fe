// Undo and redo that bring what they changed into view and say what it was.
import type { Moved } from '../../documents/index.ts'
import { say } from './say.ts'
import { useStudio } from './studio.ts'
import { revealInSource, useWorkspace } from './workspace.ts'

export function undoAndShow(): void {
  show('Undid', useWorkspace.getState().store.undo(), -1)
}

export function redoAndShow(): void {
  show('Did again', useWorkspace.getState().store.redo(), 0)
}

/** A rename is about two names: the new one comes first, the old one, which an undo brings back, last. */
function show(verb: string, moved: Moved | undefined, which: 0 | -1): void {
  if (moved === undefined) return
  say(`${verb}: ${moved.label}`)
  const { selection } = moved
  if (selection?.kind === 'editor') {
    const length = useWorkspace.getState().store.text(selection.doc).length
    revealInSource(selection.doc, Math.min(selection.from, length), Math.min(selection.to, length))
  }
  const entry = selection?.kind === 'canvas' ? selection.entries.at(which) : undefined
  if (entry !== undefined) useStudio.getState().set({ selection: { kind: 'entry', entry } })
}
