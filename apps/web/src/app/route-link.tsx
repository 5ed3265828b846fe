import type { ReactNode } from 'react'
import { printRoute, type Route } from './public/address.ts'

interface Props {
  readonly route: Route
  readonly className: string
  readonly current?: boolean
  readonly children: ReactNode
  onFollow(): void
}

/** A link inside the studio: a plain press stays in this tab's state, a modified one is the browser's. */
export function RouteLink({ route, className, current = false, children, onFollow }: Props) {
  return (
    <a
      className={className}
      href={printRoute(route)}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
        onFollow()
      }}
    >
      {children}
    </a>
  )
}
