import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { fetchPart, Keys } from '../../ui/index.ts'
import './palette.css'

type Palette = typeof import('./palette.tsx')['Palette']

/** Past the first load, and before anybody looks for it. */
const PRELOAD_MS = 1_000

/** Opens the palette; visible, because keys alone are not found. */
export function PaletteButton() {
  const [open, setOpen] = useState(false)
  const Loaded = usePalette(open)
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
      {open && Loaded !== undefined ? <Loaded onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** The palette's code, held before it is asked for: what is typed right after the key must meet its box at once. */
function usePalette(now: boolean): Palette | undefined {
  const [palette, setPalette] = useState<Palette>()
  const wanted = palette === undefined
  useEffect(() => {
    if (!wanted) return
    const load = () => fetchPart(() => import('./palette.tsx')).then((module) => setPalette(() => module.Palette))
    const timer = setTimeout(load, now ? 0 : PRELOAD_MS)
    return () => clearTimeout(timer)
  }, [wanted, now])
  return palette
}
