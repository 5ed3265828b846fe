// What brings networks, tools and samples into a project. Dialogs come when they are asked for.
import type { DragEvent } from 'react'
import { lazyPart } from '../../ui/index.ts'

export const ImportDialog = lazyPart(() =>
  import('../import/import-dialog.tsx').then((module) => ({ default: module.ImportDialog })),
)
export const NewNetworkDialog = lazyPart(() =>
  import('../import/new-network-dialog.tsx').then((module) => ({ default: module.NewNetworkDialog })),
)

/** For an element that a file may be dropped on. */
export const takesFile = (onFile: (file: File) => void) => ({
  onDragOver: (event: DragEvent) => event.preventDefault(),
  onDrop(event: DragEvent) {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file !== undefined) onFile(file)
  },
})
