import { X } from 'lucide-react'
import { type CSSProperties, type FormEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './button.tsx'

interface DialogProps {
  readonly title: string
  readonly width?: number
  readonly children: ReactNode
  readonly actions?: ReactNode
  onClose(): void
  /** Makes the dialog a form that Enter sends. */
  onSubmit?(): void
}

/** A modal dialog. The browser's own element traps focus, closes on Esc and restores focus. */
export function Dialog({ title, width = 480, children, actions, onClose, onSubmit }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    ref.current?.showModal()
  }, [])
  // While it is still in the page: one that was taken out gives the focus back to nobody.
  useLayoutEffect(() => {
    const dialog = ref.current
    return () => dialog?.close()
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  return (
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={titleId}
      style={{ '--dialog-width': `${width}px` } as CSSProperties}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <span className="spacer" />
        <IconButton label="Close" onClick={onClose}>
          <X className="icon" />
        </IconButton>
      </header>
      <form onSubmit={submit} style={{ display: 'contents' }}>
        <div className="dialog-body">{children}</div>
        {actions === undefined ? null : <footer className="dialog-foot">{actions}</footer>}
      </form>
    </dialog>
  )
}
