import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../ui/index.ts'
import { isTextField } from '../use-keyboard.ts'

const ShortcutSheet = lazyPart(() =>
  import('./shortcut-sheet.tsx').then((module) => ({ default: module.ShortcutSheet })),
)

/** The sheet of keys, while `?` asks for it. In a text field it is a question mark. */
export function ShortcutsOnAsk() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.defaultPrevented) return
      if (isTextField(event.target) || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return open ? (
    <Suspense>
      <ShortcutSheet onClose={() => setOpen(false)} />
    </Suspense>
  ) : null
}
