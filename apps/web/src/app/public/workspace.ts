// Documents of the open project, as features see them: texts, tabs, saving, and the one undo history.
import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { type DocId, DocumentStore, type ViewSelection } from '../../documents/index.ts'

/** A place in a document to bring into view; `at` makes asking for the same place twice two requests. */
export interface Reveal {
  readonly doc: DocId
  readonly from: number
  readonly to: number
  readonly at: number
}

/** The file on disk is not the one that this tab's edits started from; null when it is gone. */
export interface Conflict {
  readonly doc: DocId
  readonly disk: { readonly text: string; readonly hash: string } | null
}

export interface WorkspaceState {
  readonly store: DocumentStore
  /** Grows with every change of any document; where one is typed, once the letter has been drawn. */
  readonly revision: number
  readonly tabs: readonly DocId[]
  readonly activeTab?: DocId | undefined
  readonly reveal?: Reveal | undefined
  /** A second file that stands in the place of the graph. */
  readonly beside?: DocId | undefined
  readonly conflicts: ReadonlyMap<DocId, Conflict>
  /** The conflict that the dialog is about. */
  readonly asking?: DocId | undefined
  /** True while the unsaved changes are shown. */
  readonly reviewing: boolean
  readonly saving: ReadonlySet<DocId>
  /** Why a file could not be opened or saved, by path. */
  readonly faults: ReadonlyMap<DocId, string>
  /** Paths that the server found to lead out of the project. */
  readonly outside: readonly DocId[]
}

const createStore = (): DocumentStore => new DocumentStore({ now: () => performance.now() })

const EMPTY = {
  revision: 0,
  tabs: [],
  activeTab: undefined,
  reveal: undefined,
  beside: undefined,
  conflicts: new Map(),
  asking: undefined,
  reviewing: false,
  saving: new Set<DocId>(),
  faults: new Map(),
  outside: [] as readonly DocId[],
} as const

export const useWorkspace = create<WorkspaceState>(() => ({ store: createStore(), ...EMPTY }))

/** Starts over with the documents of another project. */
export function resetWorkspace(): void {
  useWorkspace.setState({ store: createStore(), ...EMPTY })
}

/** The text of a document, or undefined while it is not open. */
export function useText(doc: DocId | undefined): string | undefined {
  return useDocument((store) => (doc !== undefined && store.has(doc) ? store.text(doc) : undefined))
}

/** False until the document is open. */
export function useIsOpen(doc: DocId | undefined): boolean {
  return useDocument((store) => doc !== undefined && store.has(doc))
}

function useDocument<Read extends string | boolean | undefined>(read: (store: DocumentStore) => Read): Read {
  const store = useWorkspace((state) => state.store)
  return useSyncExternalStore(
    (changed) => {
      const subscription = store.subscribe(changed)
      return () => subscription.dispose()
    },
    () => read(store),
  )
}

/** Shows a place in a document and opens its tab. */
export function revealInSource(doc: DocId, from: number, to: number): void {
  useWorkspace.setState(({ tabs, reveal }) => ({
    tabs: tabs.includes(doc) ? tabs : [...tabs, doc],
    activeTab: doc,
    reveal: { doc, from, to, at: (reveal?.at ?? 0) + 1 },
  }))
}

export function chooseTab(doc: DocId): void {
  useWorkspace.getState().store.closeGroup()
  useWorkspace.setState({ activeTab: doc })
}

export function closeTab(doc: DocId): void {
  useWorkspace.setState(({ tabs, activeTab }) => {
    const rest = tabs.filter((tab) => tab !== doc)
    return { tabs: rest, activeTab: activeTab === doc ? rest.at(-1) : activeTab }
  })
}

/** Takes back the last step, wherever it was made. */
export function undo(): ViewSelection | undefined {
  return useWorkspace.getState().store.undo()?.selection
}

export function redo(): ViewSelection | undefined {
  return useWorkspace.getState().store.redo()?.selection
}
