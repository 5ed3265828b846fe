import { useEffect } from 'react'
import { saveAll } from './public/files.ts'
import { redoAndShow, undoAndShow } from './public/history.ts'

/** Keys that hold everywhere. Text fields keep their own undo; the code editor sends its undo to the store itself. */
export function useKeyboard(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const action = actionOf(event)
      if (action === undefined) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

function actionOf(event: KeyboardEvent): (() => void) | undefined {
  if (event.key === 'F6') return () => focusRegion(event.shiftKey ? -1 : 1)
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined
  const key = event.key.toLowerCase()
  if (key === 's') return () => void saveAll()
  if (isTextField(event.target)) return undefined
  if (key === 'z') return event.shiftKey ? redoAndShow : undoAndShow
  if (key === 'y') return redoAndShow
  return undefined
}

/** True where a person types, so that single keys and undo belong to the field. */
export function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

/** F6 moves through the regions of the window, round and round. */
function focusRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter((region) => region.offsetParent)
  const at = regions.findIndex((region) => region.contains(document.activeElement))
  const next = regions[(at + step + regions.length) % regions.length]
  const inside =
    next?.querySelector<HTMLElement>('[data-region-start]') ??
    next?.querySelector<HTMLElement>('button:not(:disabled), [href], input, select, textarea, [tabindex="0"]') ??
    null
  // A region with nothing to act on takes the focus itself: else nobody would get past it.
  if (inside === null) next?.setAttribute('tabindex', '-1')
  ;(inside ?? next)?.focus()
}
