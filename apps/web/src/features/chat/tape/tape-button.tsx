import type { SessionId } from '@slyglass/base'
import { Suspense, useState } from 'react'
import { useStudio } from '../../../app/public/studio.ts'
import { Button, lazyPart } from '../../../ui/index.ts'

const TapeDialog = lazyPart(() => import('./tape-dialog.tsx').then((module) => ({ default: module.TapeDialog })))

/** Opens the session's tape: what was said and recorded, where the told past begins, and what is asked next. */
export function TapeButton({ session }: { readonly session: SessionId | undefined }) {
  const [open, setOpen] = useState(false)
  const place = useStudio((state) => state.project?.server === undefined && state.networkName !== undefined)
  if (!place) return null
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        Tape
      </Button>
      {open ? (
        <Suspense>
          <TapeDialog session={session} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
