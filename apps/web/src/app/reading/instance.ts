// The page's one reader, joined to the documents, the server and the studio's state.

import type { Result } from '@slyglass/base'
import { expandInclude } from '@slyglass/hocon'
import type { DocumentEdit, NetworkEdit } from '@slyglass/network'
import { tellConflictMarks } from '../public/conflict-marks.ts'
import { followDisk, keepDrafts, loadDocument } from '../public/files.ts'
import { refreshPreflight, refreshProject } from '../public/project.ts'
import { offerReading } from '../public/reading-port.ts'
import { onFilesChanged } from '../public/runs.ts'
import { useStudio } from '../public/studio.ts'
import { describedClasses } from '../public/tool-sources.ts'
import { useWorkspace } from '../public/workspace.ts'
import { keepUnreadable } from './keep-unreadable.ts'
import type { PlanFault, Reading, ReadingInput } from './messages.ts'
import { NetworkReader } from './network-reader.ts'
import { createReadingWorker } from './reading-worker.ts'

const KEEP_AFTER_MS = 400
const ABSENT = new Set<string>()
const NEVER_INCLUDED = /\.(?:py|ts|layout\.json)$/
const NONE: ReadonlySet<string> = new Set()

const worker = createReadingWorker()
offerReading({ ...worker, input: presentInput })

const reader = new NetworkReader({
  ...worker,
  input: presentInput,
  publish,
  openIncludes,
  // All that one task changes is read once, and before the page draws it. While a reading runs the next one waits for it.
  soon: (action) => queueMicrotask(action),
})

export function planNetworkEdit(edit: NetworkEdit): Promise<Result<readonly DocumentEdit[], PlanFault>> {
  return reader.plan(edit)
}

/** Starts reading, drafts and following the disk. The shell calls it once. */
export function connectReading(): () => void {
  let drafts: ReturnType<typeof setTimeout> | undefined
  const changed = (label: string) => {
    reader.invalidate()
    useWorkspace.setState(({ revision }) => ({ revision: revision + 1 }))
    clearTimeout(drafts)
    drafts = setTimeout(() => keepDrafts().catch(report), KEEP_AFTER_MS)
    if (label.startsWith('save ')) refreshPreflight().catch(report)
  }
  let listening = useWorkspace.getState().store.subscribe(({ label }) => changed(label))
  const stops = [
    useWorkspace.subscribe((now, before) => {
      if (now.store === before.store) return
      listening.dispose()
      listening = now.store.subscribe(({ label }) => changed(label))
    }),
    useStudio.subscribe((now, before) => {
      const isOther = now.networkName !== before.networkName || now.project?.env !== before.project?.env
      if (isOther || describedClasses(now).join() !== describedClasses(before).join()) reader.invalidate()
    }),
    onFilesChanged(({ changed: files }) => {
      ABSENT.clear()
      // A file that was missing may be there now, though no open text has changed.
      reader.invalidate()
      followDisk(files).then(refreshProject).then(refreshPreflight).catch(report)
    }),
    () => listening.dispose(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function presentInput(): ReadingInput | undefined {
  const state = useStudio.getState()
  const { project, networkName } = state
  const { store } = useWorkspace.getState()
  const row = project?.networks.find((network) => network.name === networkName)
  if (project === undefined || row === undefined || !store.has(row.file)) return undefined
  const readable = store.docs().filter((doc) => !NEVER_INCLUDED.test(doc))
  const texts = Object.fromEntries(readable.map((doc) => [doc, store.text(doc)]))
  return {
    network: row.name,
    file: row.file,
    texts,
    env: project.env,
    networks: project.networks.map(({ name }) => name),
    described: describedClasses(state),
  }
}

function publish({ network, broken }: Reading): void {
  const state = useStudio.getState()
  if (state.networkName !== network.name) return
  const last = state.network?.name === network.name ? state.network : undefined
  const shown = broken ? keepUnreadable(network, last) : { network, staleEntries: NONE }
  const { store } = useWorkspace.getState()
  const read = network.documents.filter((doc) => store.has(doc))
  const texts = Object.fromEntries(read.map((doc) => [doc, store.text(doc)]))
  const diagnostics = tellConflictMarks(network.diagnostics, texts)
  state.set({ diagnostics, stale: broken, ...shown })
}

async function openIncludes(paths: readonly string[]): Promise<boolean> {
  const { store } = useWorkspace.getState()
  const all = useStudio.getState().project?.files.map((file) => file.path) ?? []
  const named = paths.flatMap((path) => expandInclude(path, all))
  const wanted = named.filter((path) => !store.has(path) && !ABSENT.has(path))
  const opened = await Promise.all(wanted.map((path) => loadDocument(path)))
  wanted.forEach((path, index) => {
    if (opened[index] !== true) ABSENT.add(path)
  })
  return opened.includes(true)
}

/** A fault of ours surfaces in the console as an uncaught error. */
function report(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
