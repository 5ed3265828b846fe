import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { RunningArc } from './icons.tsx'

interface AskDialogProps {
  readonly title: string
  readonly width?: number
  readonly children: ReactNode
  /** What the button that sends says. */
  readonly action: string
  /** Whether what was asked for is there, so that it can be sent. */
  readonly ready: boolean
  /** Sends it; true when it was taken and the dialog is over, false when the person has to look at it again. */
  onSend(): Promise<boolean>
  onClose(): void
}

/** A dialog that asks for something and sends it once: while an answer is waited for, nothing is sent again. */
export function AskDialog({ title, width, children, action, ready, onSend, onClose }: AskDialogProps) {
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (busy || !ready) return
    setBusy(true)
    const taken = await onSend()
    setBusy(false)
    if (taken) onClose()
  }
  return (
    <Dialog
      title={title}
      {...(width === undefined ? {} : { width })}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="ink" type="submit" disabled={busy || !ready}>
            {busy ? <RunningArc className="icon icon-s" /> : null}
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
