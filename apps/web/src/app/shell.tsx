import { Suspense, useCallback, useEffect, useState } from 'react'
import { ConflictDialog } from '../features/editor/index.ts'
import { Banner, Button, lazyPart } from '../ui/index.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { hasToken } from './launch-token.ts'
import { openNetwork, refreshStatus, showProjectById } from './public/project.ts'
import { connectRuns, useRuns } from './public/runs.ts'
import { useAnnouncement } from './public/say.ts'
import { useStudio } from './public/studio.ts'
import { connectReading } from './reading/instance.ts'
import { ShortcutsOnAsk } from './shortcuts/shortcuts-on-ask.tsx'
import { StatusBar } from './status-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useAddress } from './use-address.ts'
import { useKeyboard } from './use-keyboard.ts'
import { WorkArea } from './work-area.tsx'

const NeedsToken = lazyPart(() => import('./needs-token.tsx').then((module) => ({ default: module.NeedsToken })))
const HomePage = lazyPart(() => import('../features/home/index.ts').then((feature) => ({ default: feature.HomePage })))
const TrustBanner = lazyPart(() =>
  import('../features/networks/index.ts').then((feature) => ({ default: feature.TrustBanner })),
)
const NetworksPage = lazyPart(() =>
  import('../features/networks/page.ts').then((feature) => ({ default: feature.NetworksPage })),
)
const SettingsPage = lazyPart(() =>
  import('../features/settings/index.ts').then((feature) => ({ default: feature.SettingsPage })),
)

type Start = 'starting' | 'ready' | 'refused'

/** The whole window: bars, the page in view, and what is said aloud. */
export function Shell() {
  const start = useStart()
  const isUntrusted = useStudio((state) => state.project?.trusted === false)
  const [lost, setLost] = useState<string>()
  const onLost = useCallback((message: string | undefined) => setLost(message), [])
  useAddress(start === 'ready', onLost)
  useKeyboard()
  if (start === 'refused')
    return (
      <Suspense>
        <NeedsToken />
      </Suspense>
    )
  return (
    <div className="shell">
      <button type="button" className="skip-link" onClick={skipToWork}>
        Skip to the work area
      </button>
      <TopBar />
      <div className="shell-banners">
        {lost === undefined ? null : (
          <Banner
            tone="wait"
            title="This address leads nowhere."
            actions={<Button onClick={() => setLost(undefined)}>Close</Button>}
          >
            {lost}
          </Banner>
        )}
        {isUntrusted ? (
          <Suspense>
            <TrustBanner />
          </Suspense>
        ) : null}
      </div>
      <main id="work" className="shell-main" tabIndex={-1}>
        {start === 'ready' ? <Page /> : null}
      </main>
      <StatusBar />
      <ConflictDialog />
      <ShortcutsOnAsk />
      <Announcements />
    </div>
  )
}

function Page() {
  const page = useStudio((state) => state.page)
  const networkName = useStudio((state) => state.networkName)
  // What was pressed may be gone with the page before; then the focus goes on in the new one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn of the page is what asks for it
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById('work')?.focus({ preventScroll: true })
  }, [page, networkName])
  return (
    <ErrorBoundary what="This page" key={`${page} ${networkName}`}>
      <Suspense>
        {page === 'home' ? <HomePage /> : null}
        {page === 'networks' ? <NetworksPage /> : null}
        {page === 'settings' ? <SettingsPage /> : null}
      </Suspense>
      {page === 'network' ? <WorkArea /> : null}
    </ErrorBoundary>
  )
}

function Announcements() {
  const own = useAnnouncement((state) => state.text)
  const ofRuns = useRuns((state) => state.announcement)
  const [latest, setLatest] = useState('')
  useEffect(() => setLatest(own), [own])
  useEffect(() => setLatest(ofRuns), [ofRuns])
  return (
    <div role="status" aria-label="Announcements" className="visually-hidden">
      {latest}
    </div>
  )
}

/** Asks the server who it is; without a valid token nothing else is asked. */
function useStart(): Start {
  const [start, setStart] = useState<Start>(hasToken() ? 'starting' : 'refused')
  useEffect(() => {
    if (start !== 'starting') return
    let live = true
    const begin = async () => {
      const failure = await refreshStatus()
      if (!live) return
      if (failure?.status === 401 || failure?.status === 403) setStart('refused')
      else if (failure !== undefined) setTimeout(() => live && begin(), 1_500)
      else {
        await openAskedProject()
        setStart('ready')
      }
    }
    begin()
    return () => {
      live = false
    }
  }, [start])
  useEffect(() => {
    if (start !== 'ready') return
    const stops = [connectReading(), connectRuns()]
    return () => {
      for (const stop of stops) stop()
    }
  }, [start])
  return start
}

/** The folder named on the command line is shown first, unless the address names something itself. */
async function openAskedProject(): Promise<void> {
  const project = useStudio.getState().status?.project
  if (project === undefined || !/^#?\/?$/.test(location.hash)) return
  if ((await showProjectById(project)) !== undefined) return
  const networks = useStudio.getState().project?.networks ?? []
  await openNetwork(networks.length === 1 ? networks[0]?.name : undefined)
  const name = useStudio.getState().networkName
  history.replaceState(null, '', name === undefined ? `#/${project}` : `#/${project}/${encodeURIComponent(name)}/edit`)
}

function skipToWork(): void {
  document.getElementById('work')?.focus()
}
