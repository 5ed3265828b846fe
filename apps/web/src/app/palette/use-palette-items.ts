import { useMemo } from 'react'
import { openFile, saveAll } from '../public/files.ts'
import { redoAndShow, undoAndShow } from '../public/history.ts'
import { type Theme, usePreferences } from '../public/preferences.ts'
import { openNetwork } from '../public/project.ts'
import { useStudio, type View } from '../public/studio.ts'
import { useWorkspace } from '../public/workspace.ts'
import type { PaletteItem } from './palette-items.ts'

const VIEWS: readonly (readonly [View, string])[] = [
  ['edit', 'Edit'],
  ['run', 'Run'],
  ['trace', 'Trace'],
  ['sly', 'Sly data'],
]
const THEMES: readonly Theme[] = ['system', 'light', 'dark']

/** Everything that can be found or run now. */
export function usePaletteItems(): readonly PaletteItem[] {
  const { project, network, networkName } = useStudio()
  return useMemo(() => {
    const entries = network?.entries.map(({ name }) => ({ kind: 'entry' as const, text: name, run: () => pick(name) }))
    const networks = project?.networks.map(({ name }) => ({
      kind: 'network' as const,
      text: name,
      run: () => void openNetwork(name),
    }))
    const files = project?.files.map(({ path }) => ({
      kind: 'file' as const,
      text: path,
      run: () => {
        useStudio.getState().set({ view: 'edit' })
        openFile(path)
      },
    }))
    return [
      ...commands(networkName !== undefined),
      ...(entries ?? []),
      ...(networks ?? []),
      ...(networkName === undefined ? [] : (files ?? [])),
    ]
  }, [project, network, networkName])
}

function commands(inNetwork: boolean): readonly PaletteItem[] {
  const { set } = useStudio.getState()
  const command = (text: string, run: () => void, keys?: string): PaletteItem => ({
    kind: 'command',
    text,
    run,
    ...(keys === undefined ? {} : { keys }),
  })
  const ofNetwork = [
    ...VIEWS.map(([view, name]) => command(`Go to ${name}`, () => set({ page: 'network', view }))),
    command('Save all files', () => void saveAll(), 'Ctrl S'),
    command('Review changes', () => useWorkspace.setState({ reviewing: true })),
    command('Undo', undoAndShow, 'Ctrl Z'),
    command('Redo', redoAndShow, 'Ctrl Y'),
  ]
  return [
    ...(inNetwork ? ofNetwork : []),
    command('Go to Home', () => set({ page: 'home' })),
    command('Go to Settings', () => set({ page: 'settings' })),
    ...THEMES.map((theme) => command(`Use the ${theme} theme`, () => usePreferences.getState().chooseTheme(theme))),
  ]
}

function pick(entry: string): void {
  useStudio.getState().set({ page: 'network', selection: { kind: 'entry', entry } })
}
