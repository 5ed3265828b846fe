// Files of the open project: opening, saving with a conflict check, and changes that other programs make.
import type { ProjectId, Result } from '@slyglass/base'
import type { ClientFailure } from '@slyglass/protocol'
import { type DocId, type Draft, type Drafts, indexedDrafts, openWithDraft } from '../../documents/index.ts'
import { client } from './client.ts'
import { say } from './say.ts'
import { useStudio } from './studio.ts'
import { revealInSource, useWorkspace } from './workspace.ts'

let drafts:
  | { readonly project: ProjectId; readonly kept: Drafts; readonly found: Promise<readonly Draft[]> }
  | undefined

function draftsOf(project: ProjectId) {
  if (drafts?.project !== project) {
    const kept = indexedDrafts(tabId(), project)
    drafts = { project, kept, found: kept.load() }
  }
  return drafts
}

/** Opens a document without a tab. False when it cannot be read; the reason is kept by its path. */
export async function loadDocument(doc: DocId): Promise<boolean> {
  const { store } = useWorkspace.getState()
  const project = useStudio.getState().project
  if (store.has(doc)) return true
  if (project === undefined) return false
  const [reply, found] = await Promise.all([client.readFile(project.id, doc), draftsOf(project.id).found])
  if (useWorkspace.getState().store !== store) return false
  setOutside(doc, leadsOutside(reply))
  if (!reply.ok) {
    setFault(doc, sentenceOf(reply.error))
    return false
  }
  const stale = openWithDraft(
    store,
    doc,
    reply.value,
    store.has(doc) ? undefined : found.find((draft) => draft.doc === doc),
  )
  if (stale) setConflict(doc, reply.value)
  setFault(doc, undefined)
  return true
}

/** Opens a document that may not exist yet; then it is empty, and saving creates it. */
export async function loadOrCreate(doc: DocId): Promise<void> {
  const { store } = useWorkspace.getState()
  const known = useStudio.getState().project?.files.some((file) => file.path === doc) ?? false
  if (known && (await loadDocument(doc))) return
  if (useWorkspace.getState().store === store) store.open(doc, '', null)
}

/** Opens a file's tab, at a place when one is given. */
export async function openFile(doc: DocId, range: { readonly from: number; readonly to: number } = { from: 0, to: 0 }) {
  if (await loadDocument(doc)) revealInSource(doc, range.from, range.to)
}

/** Saves every document with unsaved changes. */
export async function saveAll(): Promise<void> {
  const { store } = useWorkspace.getState()
  const dirty = store.docs().filter((doc) => store.isDirty(doc))
  const saved: DocId[] = []
  for (const doc of dirty) if (await saveDocument(doc)) saved.push(doc)
  if (saved.length > 0) say(saved.length === 1 ? `Saved ${saved[0]}` : `Saved ${saved.length} files`)
}

const saves = new Map<DocId, Promise<boolean>>()

/**
 * Saves one document; false when it was refused, and the reason is where faults and conflicts are. Saves of one document
 * follow each other: the next one starts from what the one before wrote, which else would look like another program's work.
 */
export async function saveDocument(doc: DocId): Promise<boolean> {
  const save = saveAfter(saves.get(doc), doc)
  saves.set(doc, save)
  try {
    return await save
  } finally {
    if (saves.get(doc) === save) saves.delete(doc)
  }
}

async function saveAfter(before: Promise<boolean> | undefined, doc: DocId): Promise<boolean> {
  if (before === undefined) return writeDocument(doc)
  const { store } = useWorkspace.getState()
  const saved = await before
  if (useWorkspace.getState().store !== store) return false
  return saved && store.isDirty(doc) ? writeDocument(doc) : saved
}

async function writeDocument(doc: DocId): Promise<boolean> {
  const { store } = useWorkspace.getState()
  const project = useStudio.getState().project
  if (project === undefined) return false
  const text = store.fileText(doc)
  setSaving(doc, true)
  const reply = await client.saveFile(project.id, doc, { text, baseHash: store.hash(doc) })
  setSaving(doc, false)
  if (reply.ok) {
    store.markSaved(doc, text, reply.value.hash)
    setConflict(doc, undefined)
    setFault(doc, undefined)
    return true
  }
  if (reply.error.disk !== undefined) {
    setConflict(doc, reply.error.disk)
    useWorkspace.setState({ asking: doc })
  } else setFault(doc, sentenceOf(reply.error))
  return false
}

/** Files that another program changed: clean documents follow, dirty ones become conflicts. */
export async function followDisk(changed: readonly { readonly path: string; readonly hash: string | null }[]) {
  const { store } = useWorkspace.getState()
  const project = useStudio.getState().project
  if (project === undefined) return
  for (const { path, hash } of changed) {
    if (!store.has(path)) {
      // A tab whose file could not be opened, and that is there now.
      if (hash !== null && useWorkspace.getState().tabs.includes(path)) await loadDocument(path)
      continue
    }
    if (store.hash(path) === hash) setConflict(path, undefined)
    else if (hash !== null) await takeFromDisk(project.id, path)
    else if (!saves.has(path)) setConflict(path, null)
  }
}

/** Reads a file that another program wrote. What this tab saves meanwhile is newer than what was read: then once more. */
async function takeFromDisk(project: ProjectId, doc: DocId): Promise<void> {
  const { store } = useWorkspace.getState()
  await saves.get(doc)
  const known = store.hash(doc)
  const reply = await client.readFile(project, doc)
  if (!reply.ok || useWorkspace.getState().store !== store || store.hash(doc) === reply.value.hash) return
  if (saves.has(doc) || store.hash(doc) !== known) return takeFromDisk(project, doc)
  if (store.isDirty(doc)) return setConflict(doc, reply.value)
  store.takeDisk(doc, reply.value.text, reply.value.hash)
  setConflict(doc, undefined)
}

/** Keeps drafts of dirty documents and forgets those of clean ones. */
export async function keepDrafts(): Promise<void> {
  const { store } = useWorkspace.getState()
  const project = useStudio.getState().project
  if (project === undefined) return
  const { kept } = draftsOf(project.id)
  for (const doc of store.docs()) {
    if (store.isDirty(doc))
      await kept.keep({ doc, text: store.text(doc), baseText: store.savedText(doc), baseHash: store.hash(doc) })
    else await kept.drop(doc)
  }
}

/** A failure as one sentence, with what to do. */
export const sentenceOf = ({ message, hint }: ClientFailure): string =>
  hint === undefined ? message : `${message} ${hint}`

/** A file that another program changed while it had unsaved text; undefined when that is settled. */
export function setConflict(
  doc: DocId,
  disk: { readonly text: string; readonly hash: string } | null | undefined,
): void {
  if (disk === undefined && !useWorkspace.getState().conflicts.has(doc)) return
  useWorkspace.setState(({ conflicts }) => {
    const next = new Map(conflicts)
    if (disk === undefined) next.delete(doc)
    else next.set(doc, { doc, disk })
    return { conflicts: next }
  })
}

function setFault(doc: DocId, fault: string | undefined): void {
  useWorkspace.setState(({ faults }) => {
    const next = new Map(faults)
    if (fault === undefined) next.delete(doc)
    else next.set(doc, fault)
    return { faults: next }
  })
}

/** True for the answer of a server that would have to leave the project for a file. */
export const leadsOutside = (reply: Result<unknown, ClientFailure>): boolean =>
  !reply.ok && reply.error.code === 'outside'

/** Includes of such documents are told apart from those of missing ones. */
export function setOutside(doc: DocId, on: boolean): void {
  if (useWorkspace.getState().outside.includes(doc) === on) return
  useWorkspace.setState(({ outside }) => ({ outside: on ? [...outside, doc] : outside.filter((one) => one !== doc) }))
}

function setSaving(doc: DocId, on: boolean): void {
  useWorkspace.setState(({ saving }) => {
    const next = new Set(saving)
    if (on) next.add(doc)
    else next.delete(doc)
    return { saving: next }
  })
}

function tabId(): string {
  const known = sessionStorage.getItem('slyglass.tab')
  if (known !== null) return known
  const made = crypto.randomUUID()
  sessionStorage.setItem('slyglass.tab', made)
  return made
}
