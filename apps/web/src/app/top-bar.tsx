import { ChevronsUpDown, Play, Redo2, Settings, Undo2 } from 'lucide-react'
import { Button, IconButton, Keys, Mark, Popover, RunningArc, Tabs } from '../ui/index.ts'
import { PaletteButton } from './palette/palette-button.tsx'
import { useFarAddress } from './public/far.ts'
import { saveAll } from './public/files.ts'
import { redoAndShow, undoAndShow } from './public/history.ts'
import { type Theme, usePreferences } from './public/preferences.ts'
import { openNetwork } from './public/project.ts'
import { useRunning } from './public/runs.ts'
import { type Page, useStudio, type View } from './public/studio.ts'
import { useWidth } from './public/width.ts'
import { useWorkspace } from './public/workspace.ts'
import { RouteLink } from './route-link.tsx'

/** Mark, network switcher, views, and what holds everywhere. */
export function TopBar() {
  const page = useStudio((state) => state.page)
  const phone = useWidth() === 'phone'
  const view = useStudio((state) => state.view)
  const editing = useFarAddress() === undefined && page === 'network' && view === 'edit'
  return (
    <header className="top-bar" data-region>
      <RouteLink
        className="brand"
        route={{ page: 'home', view: 'edit' }}
        onFollow={() => useStudio.getState().set({ page: 'home' })}
      >
        <Mark />
        <span className="brand-name">Slyglass</span>
      </RouteLink>
      {page === 'network' ? <NetworkSwitcher /> : <PageLinks />}
      {page === 'network' && !phone ? <ViewTabs /> : null}
      <span className="spacer" />
      {editing ? <HistoryButtons /> : null}
      {editing && !phone ? (
        <Button onClick={() => useStudio.getState().set({ view: 'run' })}>
          <Play className="icon icon-xs" fill="currentColor" />
          Run
        </Button>
      ) : null}
      {phone ? null : <PaletteButton />}
      <ThemeSelect />
      <IconButton
        label="Settings"
        aria-pressed={page === 'settings'}
        onClick={() => useStudio.getState().set({ page: 'settings' })}
      >
        <Settings className="icon" />
      </IconButton>
    </header>
  )
}

const VIEWS: readonly { readonly value: View; readonly text: string }[] = [
  { value: 'edit', text: 'Edit' },
  { value: 'run', text: 'Run' },
  { value: 'trace', text: 'Trace' },
  { value: 'sly', text: 'Sly data' },
]

/** The views of one open network and session. */
export function ViewTabs() {
  const view = useStudio((state) => state.view)
  const running = useRunning()
  const far = useFarAddress() !== undefined
  const options = VIEWS.map(({ value, text: word }) => {
    const text = far && value === 'edit' ? 'Graph' : word
    return { value, label: text, text: value === 'run' && running ? <RunningWord text={text} /> : text }
  })
  return (
    <Tabs
      label="Views"
      className="view-tabs"
      value={view}
      options={options}
      onChange={(chosen) => useStudio.getState().set({ view: chosen })}
    />
  )
}

function RunningWord({ text }: { readonly text: string }) {
  return (
    <>
      {text}
      <span className="running-mark">
        <RunningArc className="icon icon-xs" />
      </span>
    </>
  )
}

function NetworkSwitcher() {
  const project = useStudio((state) => state.project)
  const name = useStudio((state) => state.networkName)
  const view = useStudio((state) => state.view)
  return (
    <>
      <span className="slash" aria-hidden="true" />
      <Popover
        label="Networks of this project"
        trigger={(props) => (
          <button type="button" className="switcher" aria-label={`Network ${name}`} title={name} {...props}>
            <span className="truncate">{name}</span>
            <ChevronsUpDown className="icon icon-xs text-3" />
          </button>
        )}
      >
        {project?.networks.map((network) => (
          <RouteLink
            key={network.name}
            className="menu-item"
            route={{ page: 'network', project: project.id, network: network.name, view }}
            current={network.name === name}
            onFollow={() => openNetwork(network.name)}
          >
            {network.name}
          </RouteLink>
        ))}
        <hr className="menu-line" />
        <RouteLink
          className="menu-item"
          route={{ page: 'networks', project: project?.id, view: 'edit' }}
          onFollow={() => useStudio.getState().set({ page: 'networks' })}
        >
          All networks
        </RouteLink>
        <RouteLink
          className="menu-item"
          route={{ page: 'home', view: 'edit' }}
          onFollow={() => useStudio.getState().set({ page: 'home' })}
        >
          Another project
        </RouteLink>
      </Popover>
    </>
  )
}

function PageLinks() {
  const { page, project, networkName, view } = useStudio()
  const link = (target: Page, text: string) => (
    <RouteLink
      className="page-link"
      route={{ page: target, project: project?.id, network: networkName, view }}
      current={page === target}
      onFollow={() => useStudio.getState().set({ page: target })}
    >
      {text}
    </RouteLink>
  )
  return (
    <nav className="page-links" aria-label="Pages">
      {link('home', 'Home')}
      {project === undefined ? null : link('networks', 'Networks')}
      {networkName === undefined ? null : link('network', networkName)}
    </nav>
  )
}

function HistoryButtons() {
  const store = useWorkspace((state) => state.store)
  useWorkspace((state) => state.revision)
  const saving = useWorkspace((state) => state.saving.size > 0)
  const dirty = store.docs().filter((doc) => store.isDirty(doc)).length
  return (
    <>
      <IconButton
        label="Undo"
        keys={store.undoLabel === undefined ? 'Ctrl+Z' : `${store.undoLabel}, Ctrl+Z`}
        disabled={store.undoLabel === undefined}
        onClick={undoAndShow}
      >
        <Undo2 className="icon" />
      </IconButton>
      <IconButton
        label="Redo"
        keys={store.redoLabel === undefined ? 'Ctrl+Y' : `${store.redoLabel}, Ctrl+Y`}
        disabled={store.redoLabel === undefined}
        onClick={redoAndShow}
      >
        <Redo2 className="icon" />
      </IconButton>
      <Button
        disabled={dirty === 0 || saving}
        onClick={() => saveAll()}
        title={dirty === 0 ? 'Everything is saved' : `${dirty} changed`}
      >
        {dirty === 0 ? null : <span className="dirty-dot" aria-hidden="true" />}
        Save
        <Keys>Ctrl S</Keys>
      </Button>
    </>
  )
}

const THEMES: readonly { readonly value: Theme; readonly text: string }[] = [
  { value: 'system', text: 'System' },
  { value: 'light', text: 'Light' },
  { value: 'dark', text: 'Dark' },
]

function ThemeSelect() {
  const { theme, chooseTheme } = usePreferences()
  return (
    <select
      className="select theme-select"
      aria-label="Theme"
      value={theme}
      onChange={(event) => chooseTheme(THEMES.find(({ value }) => value === event.target.value)?.value ?? 'system')}
    >
      {THEMES.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}
