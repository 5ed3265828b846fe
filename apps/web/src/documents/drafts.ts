// Unsaved text of this tab, kept by the browser so that a reload loses nothing.
import type { DocumentStore } from './document-store.ts'
import type { DocId } from './transaction.ts'

export interface Draft {
  readonly doc: DocId
  readonly text: string
  /** The text and hash of the file that the draft started from. */
  readonly baseText: string
  readonly baseHash: string | null
}

export interface Drafts {
  load(): Promise<readonly Draft[]>
  keep(draft: Draft): Promise<void>
  drop(doc: DocId): Promise<void>
}

/** A document as the server has it. */
export interface DiskText {
  readonly text: string
  readonly hash: string
}

/**
 * Opens a document with its draft on top. True when the file has changed since the draft was begun: then the store
 * keeps the draft's base, and saving meets the conflict.
 */
export function openWithDraft(store: DocumentStore, doc: DocId, disk: DiskText, draft: Draft | undefined): boolean {
  if (draft === undefined || draft.text === disk.text) {
    store.open(doc, disk.text, disk.hash)
    return false
  }
  const stale = draft.baseHash !== disk.hash
  store.open(doc, stale ? draft.baseText : disk.text, stale ? draft.baseHash : disk.hash)
  const edits = [{ doc, from: 0, to: store.text(doc).length, text: draft.text }]
  store.apply({ label: 'unsaved changes from before the reload', origin: 'disk', edits })
  return stale
}

/** Drafts in IndexedDB. Where the browser refuses storage, nothing is kept and nothing fails. */
export function indexedDrafts(tab: string, project: string): Drafts {
  const keyOf = (doc: DocId) => [tab, project, doc]
  return {
    async load() {
      const range = IDBKeyRange.bound([tab, project], [tab, project, []])
      return (await request<Draft[]>('readonly', (drafts) => drafts.getAll(range))) ?? []
    },
    async keep(draft) {
      await request('readwrite', (drafts) => drafts.put(draft, keyOf(draft.doc)))
    },
    async drop(doc) {
      await request('readwrite', (drafts) => drafts.delete(keyOf(doc)))
    },
  }
}

let database: Promise<IDBDatabase | undefined> | undefined

async function request<T>(
  mode: IDBTransactionMode,
  ask: (drafts: IDBObjectStore) => IDBRequest,
): Promise<T | undefined> {
  database ??= openDatabase()
  const open = await database
  if (open === undefined) return undefined
  return new Promise((resolve) => {
    const asked = ask(open.transaction('drafts', mode).objectStore('drafts'))
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => resolve(undefined)
  })
}

function openDatabase(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    try {
      const asked = indexedDB.open('slyglass', 1)
      asked.onupgradeneeded = () => asked.result.createObjectStore('drafts')
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => resolve(undefined)
    } catch {
      resolve(undefined)
    }
  })
}
