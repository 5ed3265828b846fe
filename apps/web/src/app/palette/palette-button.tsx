import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Keys } from '../../ui/index.ts'
import './palette.css'

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })))

/** Opens the palette; visible, because keys alone are not found. */
export function PaletteButton() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k' || event.defaultPrevented) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button type="button" className="palette-button" aria-label="Find or run a command" onClick={() => setOpen(true)}>
        <Search className="icon icon-s" />
        <span>Find or run a command</span>
        <Keys>Ctrl K</Keys>
      </button>
      {open ? (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
