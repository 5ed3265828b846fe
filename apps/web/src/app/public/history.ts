// Undo and redo that bring what they changed into view and say what it was.
import { say } from './say.ts'
import { useStudio } from './studio.ts'
import { revealInSource, useWorkspace } from './workspace.ts'

export function undoAndShow(): void {
  show('Undid', useWorkspace.getState().store.undo())
}

export function redoAndShow(): void {
  show('Did again', useWorkspace.getState().store.redo())
}

function show(verb: string, moved: ReturnType<ReturnType<typeof useWorkspace.getState>['store']['undo']>): void {
  if (moved === undefined) return
  say(`${verb}: ${moved.label}`)
  const { selection } = moved
  if (selection?.kind === 'editor') {
    const length = useWorkspace.getState().store.text(selection.doc).length
    revealInSource(selection.doc, Math.min(selection.from, length), Math.min(selection.to, length))
  }
  const entry = selection?.kind === 'canvas' ? selection.entries[0] : undefined
  if (entry !== undefined) useStudio.getState().set({ selection: { kind: 'entry', entry } })
}
