// The page's one reader, joined to the documents, the server and the studio's state.

import type { Result } from '@slyglass/base'
import { expandInclude } from '@slyglass/hocon'
import type { Diagnostic, DocumentEdit, Network, NetworkEdit } from '@slyglass/network'
import type { StoreChange } from '../../documents/index.ts'
import { fetchPart } from '../../ui/index.ts'
import { afterDrawing } from '../public/after-drawing.ts'
import { tellConflictMarks } from '../public/conflict-marks.ts'
import { tellMarks } from '../public/early-marks.ts'
import { followDisk, keepDrafts, loadDocument } from '../public/files.ts'
import { refreshPreflight, refreshProject } from '../public/project.ts'
import { offerReading } from '../public/reading-port.ts'
import { onFilesChanged } from '../public/runs.ts'
import { useStudio } from '../public/studio.ts'
import { describedClasses } from '../public/tool-sources.ts'
import { useWorkspace } from '../public/workspace.ts'
import type { DiagnoseHere } from './diagnose-here.ts'
import { keepUnreadable } from './keep-unreadable.ts'
import type { PlanFault, Reading, ReadingInput } from './messages.ts'
import { NetworkReader } from './network-reader.ts'
import { createReadingWorker } from './reading-worker.ts'

const KEEP_AFTER_MS = 400
const ABSENT = new Set<string>()
const NEVER_INCLUDED = /\.(?:py|ts|layout\.json)$/
const NONE: ReadonlySet<string> = new Set()

let diagnoseHere: DiagnoseHere | undefined

const worker = createReadingWorker()
offerReading({ ...worker, input: presentInput })

const reader = new NetworkReader({
  ...worker,
  input: presentInput,
  diagnose: (input) => (shownNetwork() === undefined ? undefined : diagnoseHere?.(input)),
  mark,
  publish,
  openIncludes,
  // All that one task changes is read once, and before the page draws it. While a reading runs the next one waits for it.
  soon: (action) => queueMicrotask(action),
  afterDrawing: (action) => (areMarksDue ? afterDrawing(action) : action()),
})

export function planNetworkEdit(edit: NetworkEdit): Promise<Result<readonly DocumentEdit[], PlanFault>> {
  return reader.plan(edit)
}

/** Starts reading, drafts and following the disk. The shell calls it once. */
export function connectReading(): () => void {
  let drafts: ReturnType<typeof setTimeout> | undefined
  const changed = ({ label, origin }: StoreChange) => {
    // The letter and its marks are drawn before all that only follows the texts.
    if (origin === 'typing') {
      reader.invalidateNow()
      afterDrawing(revise)
      if (diagnoseHere === undefined) fetchDiagnoseHere().catch(report)
    } else {
      reader.invalidate()
      revise()
    }
    clearTimeout(drafts)
    drafts = setTimeout(() => keepDrafts().catch(report), KEEP_AFTER_MS)
    if (label.startsWith('save ')) refreshPreflight().catch(report)
  }
  let listening = useWorkspace.getState().store.subscribe(changed)
  const stops = [
    useWorkspace.subscribe((now, before) => {
      if (now.store === before.store) return
      listening.dispose()
      listening = now.store.subscribe(changed)
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

// Comes with the first key: whoever only looks at a network needs none of it.
async function fetchDiagnoseHere(): Promise<void> {
  const { createDiagnoseHere } = await fetchPart(() => import('./diagnose-here.ts'))
  diagnoseHere ??= createDiagnoseHere(() => performance.now())
}

function revise(): void {
  useWorkspace.setState(({ revision }) => ({ revision: revision + 1 }))
}

function presentInput(): ReadingInput | undefined {
  const state = useStudio.getState()
  const { project, networkName } = state
  const { store, outside } = useWorkspace.getState()
  const row = project?.networks.find((network) => network.name === networkName)
  if (project === undefined || row === undefined || !store.has(row.file)) return undefined
  const readable = store.docs().filter((doc) => !NEVER_INCLUDED.test(doc))
  const texts = Object.fromEntries(readable.map((doc) => [doc, store.text(doc)]))
  return {
    network: row.name,
    file: row.file,
    texts,
    outside,
    env: project.env,
    networks: project.networks.map(({ name }) => name),
    described: describedClasses(state),
  }
}

/** The open network, once something of it is shown. */
function shownNetwork(): Network | undefined {
  const { network, networkName } = useStudio.getState()
  return network?.name === networkName ? network : undefined
}

/** Marks were told that no frame has shown yet. */
let areMarksDue = false

function mark(diagnostics: readonly Diagnostic[]): void {
  const shown = shownNetwork()
  if (shown === undefined) return
  areMarksDue = true
  tellMarks(withConflictMarks(diagnostics, shown.documents))
  requestAnimationFrame(() => {
    areMarksDue = false
  })
}

function publish({ network, broken }: Reading): void {
  const state = useStudio.getState()
  if (state.networkName !== network.name) return
  const shown = broken ? keepUnreadable(network, shownNetwork()) : { network, staleEntries: NONE }
  const diagnostics = withConflictMarks(network.diagnostics, network.documents)
  state.set({ diagnostics, stale: broken, ...shown })
}

function withConflictMarks(diagnostics: readonly Diagnostic[], documents: readonly string[]): readonly Diagnostic[] {
  const { store } = useWorkspace.getState()
  const read = documents.filter((doc) => store.has(doc))
  return tellConflictMarks(diagnostics, Object.fromEntries(read.map((doc) => [doc, store.text(doc)])))
}

async function openIncludes(paths: readonly string[]): Promise<boolean> {
  const { store, outside } = useWorkspace.getState()
  const all = useStudio.getState().project?.files.map((file) => file.path) ?? []
  const named = paths.flatMap((path) => expandInclude(path, all))
  const wanted = named.filter((path) => !store.has(path) && !ABSENT.has(path))
  const opened = await Promise.all(wanted.map((path) => loadDocument(path)))
  wanted.forEach((path, index) => {
    if (opened[index] !== true) ABSENT.add(path)
  })
  return opened.includes(true) || useWorkspace.getState().outside !== outside
}

/** A fault of ours surfaces in the console as an uncaught error. */
function report(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
