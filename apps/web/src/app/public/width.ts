import { useSyncExternalStore } from 'react'

/** How much room there is: it decides which panels stand side by side. */
export type Width = 'wide' | 'medium' | 'narrow' | 'phone'

const QUERIES: readonly (readonly [Width, MediaQueryList])[] = [
  ['wide', matchMedia('(min-width: 1280px)')],
  ['medium', matchMedia('(min-width: 1024px)')],
  ['narrow', matchMedia('(min-width: 720px)')],
]

export function useWidth(): Width {
  return useSyncExternalStore(subscribe, readWidth)
}

/** Is there room for two panels beside each other? */
export function useRoomBeside(): boolean {
  const width = useWidth()
  return width === 'wide' || width === 'medium'
}

function subscribe(changed: () => void): () => void {
  for (const [, query] of QUERIES) query.addEventListener('change', changed)
  return () => {
    for (const [, query] of QUERIES) query.removeEventListener('change', changed)
  }
}

const readWidth = (): Width => QUERIES.find(([, query]) => query.matches)?.[0] ?? 'phone'
