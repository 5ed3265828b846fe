import { lazy, Suspense } from 'react'
import { useWorkspace } from '../../app/public/workspace.ts'

const SaveConflictDialog = lazy(() =>
  import('./save-conflict-dialog.tsx').then((module) => ({ default: module.SaveConflictDialog })),
)

/** Asks what to do with a file that changed on disk, while there is such a question. */
export function ConflictDialog() {
  const asking = useWorkspace((state) => state.asking)
  return asking === undefined ? null : (
    <Suspense>
      <SaveConflictDialog />
    </Suspense>
  )
}
