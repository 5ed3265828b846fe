// The open project and network: how they are opened, trusted and read again.
import type { ProjectId } from '@slyglass/base'
import type { ClientFailure, OpenProject, ProjectReply, Reply } from '@slyglass/protocol'
import { client } from './client.ts'
import { openFarNetwork } from './far-parts.ts'
import { loadDocument, loadOrCreate } from './files.ts'
import { layoutFile } from './layout-file.ts'
import { useStudio, type View } from './studio.ts'
import { chooseTab, resetWorkspace, revealInSource, useWorkspace } from './workspace.ts'

const NOTHING_OPEN = {
  networkName: undefined,
  network: undefined,
  stale: false,
  staleEntries: new Set<string>(),
  diagnostics: [],
  preflight: undefined,
  selection: undefined,
  run: undefined,
  session: undefined,
} as const

/** Opens a folder, a sample, pasted text or a running server. Undefined when it worked, else why not. */
export async function openProject(body: OpenProject, network?: string): Promise<ClientFailure | undefined> {
  const reply = await client.openProject(body)
  if (!reply.ok) return reply.error
  showProject(reply.value)
  const only = 'paste' in body ? reply.value.networks[0]?.name : undefined
  await openNetwork(network ?? only)
  return undefined
}

/** Shows a project that the server knows, as an address names it, if it is still wanted when the server answers. */
export async function showProjectById(
  project: ProjectId,
  isWanted: () => boolean = () => true,
): Promise<ClientFailure | undefined> {
  if (useStudio.getState().project?.id === project) return undefined
  const reply = await client.project(project)
  if (!reply.ok) return reply.error
  if (isWanted()) showProject(reply.value)
  return undefined
}

function showProject(project: ProjectReply): void {
  if (useStudio.getState().project?.id !== project.id) {
    resetWorkspace()
    useStudio.getState().set({ ...NOTHING_OPEN, project, page: 'networks' })
  } else useStudio.getState().set({ project })
}

/** Opens a network of the project, or the list of them. */
export async function openNetwork(name: string | undefined, view?: View): Promise<void> {
  const { project, networkName, network, set } = useStudio.getState()
  const row = project?.networks.find((network) => network.name === name)
  if (row === undefined) {
    set({ page: 'networks' })
    return
  }
  if (project?.server !== undefined) {
    set({ page: 'network', view: view ?? 'run' })
    if (networkName === row.name && network !== undefined) return
    set({ ...NOTHING_OPEN, networkName: row.name })
    return openFarNetwork(row.name)
  }
  set({ page: 'network', ...(view === undefined ? {} : { view }) })
  if (networkName === row.name && useWorkspace.getState().store.has(row.file)) return
  set({ ...NOTHING_OPEN, networkName: row.name })
  useWorkspace.setState({ beside: undefined })
  const [readable] = await Promise.all([loadDocument(row.file), loadOrCreate(layoutFile(row.file))])
  if (useStudio.getState().networkName !== row.name) return
  if (readable) revealInSource(row.file, 0, 0)
  else chooseTab(row.file)
  await refreshPreflight()
}

let asked = 0

/** Asks the server where the classes of the open network lie, and what is missing here. Whether they load is tried where somebody has opened a source. */
export async function refreshPreflight(): Promise<void> {
  const { project, networkName } = useStudio.getState()
  if (project === undefined || networkName === undefined) return
  asked += 1
  const question = asked
  const tried = useWorkspace.getState().store.docs().some(isToolFile)
  const [reply, script] = await Promise.all([
    client.toolSources(project.id, networkName, tried),
    client.script(project.id, networkName),
  ])
  if (useStudio.getState().networkName !== networkName || question !== asked) return
  if (!reply.ok) return
  useStudio.getState().set({
    preflight: { network: networkName, tools: reply.value, tried, script: script.ok ? script.value.problems : [] },
  })
}

/** A file as tools have. */
export const isToolFile = (doc: string): boolean => /\.(?:py|ts)$/.test(doc)

/** Reads the project again: its networks, files and diagnostics. */
export async function refreshProject(): Promise<void> {
  const id = useStudio.getState().project?.id
  if (id === undefined) return
  await takeProject(id, () => client.project(id))
}

let questions = 0
let taken = 0

/** Shows what the server says of the open project. Answers may overtake each other: what was asked before is older news. */
async function takeProject(id: ProjectId, ask: () => Reply<ProjectReply>): Reply<ProjectReply> {
  questions += 1
  const question = questions
  const reply = await ask()
  if (!reply.ok || question < taken || useStudio.getState().project?.id !== id) return reply
  taken = question
  useStudio.getState().set({ project: reply.value })
  return reply
}

/** Lets the project's tools run, or not. */
export async function trustProject(trusted: boolean): Promise<ClientFailure | undefined> {
  const id = useStudio.getState().project?.id
  if (id === undefined) return undefined
  const reply = await takeProject(id, () => client.trust(id, trusted))
  if (!reply.ok) return reply.error
  await refreshPreflight()
  return undefined
}

/** Reads again which model answers. */
export async function refreshStatus(): Promise<ClientFailure | undefined> {
  const reply = await client.status()
  if (!reply.ok) return reply.error
  useStudio.getState().set({ status: reply.value })
  return undefined
}
