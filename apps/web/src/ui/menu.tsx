import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

interface PopoverProps {
  /** The button that opens it; it gets the right attributes. */
  trigger(props: { readonly popoverTarget: string }): ReactNode
  readonly label: string
  readonly role?: 'menu' | 'group'
  readonly children: ReactNode
}

/** A panel below its button. The popover element closes it on Esc and on a press outside. */
export function Popover({ trigger, label, role = 'group', children }: PopoverProps) {
  const id = useId()
  const ref = useRef<HTMLDivElement>(null)
  const place = () => {
    placeBelow(ref.current)
    ref.current?.querySelector<HTMLElement>(FOCUSABLE)?.focus()
  }
  return (
    <>
      {trigger({ popoverTarget: id })}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the role is a menu's or a group's */}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have names */}
      <div
        id={id}
        ref={ref}
        popover="auto"
        className="menu"
        role={role}
        aria-label={label}
        tabIndex={-1}
        onToggle={(event) => (event.newState === 'open' ? place() : undefined)}
        onKeyDown={(event) => moveFocus(event, ref.current)}
      >
        {children}
      </div>
    </>
  )
}

/** Puts an open popover below the button that opens it. */
export function placeBelow(panel: HTMLElement | null): void {
  const button = document.querySelector(`[popovertarget="${CSS.escape(panel?.id ?? '')}"]`)
  if (panel === null || button === null) return
  const box = button.getBoundingClientRect()
  panel.style.top = `${box.bottom + 4}px`
  panel.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - panel.offsetWidth - 8))}px`
}

/** A menu of commands below its button. */
export function Menu(props: Omit<PopoverProps, 'role'>) {
  return <Popover role="menu" {...props} />
}

const FOCUSABLE = 'button:not(:disabled), a[href], input'

interface MenuItemProps {
  readonly children: ReactNode
  readonly current?: boolean
  readonly disabled?: boolean
  onChoose(): void
}

/** One choice of a menu; choosing it closes the menu. */
export function MenuItem({ children, current = false, disabled = false, onChoose }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      className="menu-item"
      aria-current={current}
      disabled={disabled}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
        onChoose()
      }}
    >
      {children}
    </button>
  )
}

function moveFocus(event: KeyboardEvent, menu: HTMLElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || menu === null) return
  event.preventDefault()
  const items = [...menu.querySelectorAll<HTMLElement>(FOCUSABLE)]
  const at = items.findIndex((element) => element.matches(':focus'))
  items[(at + step + items.length) % items.length]?.focus()
}
