import { Suspense } from 'react'
import { useWorkspace } from '../../app/public/workspace.ts'
import { lazyPart } from '../../ui/index.ts'

const SaveConflictDialog = lazyPart(() =>
  import('./save-conflict-dialog.tsx').then((module) => ({ default: module.SaveConflictDialog })),
)

const SaveChangesDialog = lazyPart(() =>
  import('./save-changes-dialog.tsx').then((module) => ({ default: module.SaveChangesDialog })),
)

/** Asks what to do with a file that changed on disk, while there is such a question, and shows what saving would write. */
export function ConflictDialog() {
  const asking = useWorkspace((state) => state.asking)
  const reviewing = useWorkspace((state) => state.reviewing)
  return (
    <Suspense>
      {asking === undefined ? null : <SaveConflictDialog />}
      {reviewing ? <SaveChangesDialog /> : null}
    </Suspense>
  )
}
