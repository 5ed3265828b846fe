// The page's one controller, joined to the real client, clock and stores.
import { disposable } from '@slyglass/base'
import { fetchPart } from '../../ui/index.ts'
import { client } from '../public/client.ts'
import { placeOf, type StudioState, useStudio } from '../public/studio.ts'
import { nextFrame } from './event-queue.ts'
import { RunLogs } from './run-logs.ts'
import { RunsController } from './runs-controller.ts'
import { useRuns } from './runs-store.ts'

export const logs = new RunLogs()

export const controller = new RunsController({
  client,
  runs: useRuns,
  studio: useStudio,
  logs,
  folding: () => fetchPart(() => import('./fold-run.ts')),
  soon: nextFrame,
  newId: () => crypto.randomUUID(),
  after(ms, action) {
    const timer = setTimeout(action, ms)
    return disposable(() => clearTimeout(timer))
  },
})

/** Starts the live stream and keeps it in step with what is in view. The shell calls it once. */
export function connectRuns(): () => void {
  const { connection } = controller
  const visibility = () => connection.setHidden(document.visibilityState === 'hidden')
  const online = () => connection.reconnectNow()
  // Another tab may have asked something in the session in view, or changed its private values.
  const back = () => void Promise.all([controller.refreshList(), controller.refreshVault()]).catch(reportError)
  document.addEventListener('visibilitychange', visibility)
  window.addEventListener('online', online)
  window.addEventListener('focus', back)
  const unsubscribe = useStudio.subscribe(followStudio)
  connection.start()
  followStudio(useStudio.getState(), useStudio.getInitialState())
  return () => {
    document.removeEventListener('visibilitychange', visibility)
    window.removeEventListener('online', online)
    window.removeEventListener('focus', back)
    unsubscribe()
    connection.stop()
  }
}

function followStudio(now: StudioState, before: StudioState): void {
  const place = placeOf(now)
  if (place !== placeOf(before)) {
    // A network that is left takes its session along, unless an address chose the next run together with the network.
    if (before.networkName !== undefined && now.run === before.run) controller.newSession()
    controller.watchProject(now.project?.id).then(() => restoreSession(place), reportError)
  }
  if (now.run !== undefined && now.run !== before.run) controller.follow(now.run)
  if (now.session !== undefined && now.session !== before.session) {
    controller.refreshVault().catch(reportError)
    if (place !== undefined) sessionStorage.setItem(storageKey(place), now.session)
  }
}

/** A reload in the middle of a conversation continues it. */
function restoreSession(place: string | undefined): void {
  const state = useStudio.getState()
  if (place === undefined || place !== placeOf(state) || state.run !== undefined || state.session !== undefined) return
  const remembered = sessionStorage.getItem(storageKey(place))
  const row = useRuns.getState().list.runs.find((run) => run.session === remembered)
  if (row !== undefined) controller.restoreSession(row.session)
}

const storageKey = (place: string) => `slyglass.session:${place}`

function reportError(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
