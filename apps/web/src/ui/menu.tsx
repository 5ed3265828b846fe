import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

interface MenuProps {
  /** The button that opens the menu; it gets the right attributes. */
  trigger(props: { readonly popoverTarget: string; readonly 'aria-haspopup': 'menu' }): ReactNode
  readonly label: string
  readonly children: ReactNode
}

/** A menu below its button. The popover element closes it on Esc and on a press outside. */
export function Menu({ trigger, label, children }: MenuProps) {
  const id = useId()
  const ref = useRef<HTMLDivElement>(null)
  const place = () => {
    const [menu, button] = [ref.current, document.querySelector(`[popovertarget="${CSS.escape(id)}"]`)]
    if (menu === null || button === null) return
    const box = button.getBoundingClientRect()
    menu.style.top = `${box.bottom + 4}px`
    menu.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - menu.offsetWidth - 8))}px`
    menu.querySelector<HTMLElement>('button, input')?.focus()
  }
  return (
    <>
      {trigger({ popoverTarget: id, 'aria-haspopup': 'menu' })}
      <div
        id={id}
        ref={ref}
        popover="auto"
        className="menu"
        role="menu"
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
  const items = [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)')]
  const at = items.findIndex((element) => element.matches(':focus'))
  items[(at + step + items.length) % items.length]?.focus()
}
