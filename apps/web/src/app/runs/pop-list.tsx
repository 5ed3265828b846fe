import { type ReactNode, useId, useRef, useState } from 'react'
import { placeBelow } from '../../ui/index.ts'
import './pop-list.css'

interface PopListProps {
  /** The button that opens the list; it takes the attribute that names its target. */
  trigger(props: { readonly popoverTarget: string; readonly 'aria-expanded': boolean }): ReactNode
  children(close: () => void): ReactNode
}

/** A list below its button. It exists only while open; the browser closes it on Esc and on a press outside. */
export function PopList({ trigger, children }: PopListProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      {trigger({ popoverTarget: id, 'aria-expanded': open })}
      <div
        id={id}
        ref={box}
        popover="auto"
        className="menu pop-list"
        onBeforeToggle={(event) => setOpen(event.newState === 'open')}
        onToggle={(event) => (event.newState === 'open' ? placeBelow(box.current) : undefined)}
      >
        {open ? children(() => box.current?.hidePopover()) : null}
      </div>
    </>
  )
}
