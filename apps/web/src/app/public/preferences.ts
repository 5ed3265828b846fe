// What a person prefers in this browser. A blocked store never breaks the page: then nothing is remembered.
import { create } from 'zustand'

export type Theme = 'system' | 'light' | 'dark'

const THEME_KEY = 'slyglass.theme'

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Remembers a text, or forgets it. */
function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Private windows may refuse; the choice then lasts until the tab is closed.
  }
}

/** A store for panel sizes, in the shape that the panels ask for. */
export const panelStorage = {
  getItem: (name: string) => readStored(`slyglass.${name}`),
  setItem: (name: string, value: string) => writeStored(`slyglass.${name}`, value),
}

interface Preferences {
  readonly theme: Theme
  chooseTheme(theme: Theme): void
}

export const usePreferences = create<Preferences>((set) => ({
  theme: storedTheme(),
  chooseTheme(theme) {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
    writeStored(THEME_KEY, theme === 'system' ? null : theme)
    set({ theme })
  },
}))

function storedTheme(): Theme {
  const stored = readStored(THEME_KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}
