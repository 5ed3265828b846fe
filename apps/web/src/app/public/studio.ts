// The one place where features meet: which project, network, session, run and thing are in view.
import type { RunId, SessionId, SpanId } from '@slyglass/base'
import type { Diagnostic, Network } from '@slyglass/network'
import type { ProjectReply, StatusReply, ToolSourceReply } from '@slyglass/protocol'
import { create } from 'zustand'

/** Views of the open network. */
export type View = 'edit' | 'run' | 'trace' | 'sly'

/** What fills the window: the start, a project's networks, one network, or settings. */
export type Page = 'home' | 'networks' | 'network' | 'settings'

/** What is picked; picking it in one view picks it in all. */
export type Selection =
  | { readonly kind: 'entry'; readonly entry: string /** What of it was asked for. */; readonly part?: 'sly data' }
  | { readonly kind: 'span'; readonly span: SpanId }

/** What the server says of a network that no text can tell: where classes lie, and what is missing here. */
export interface Preflight {
  readonly network: string
  readonly tools: readonly ToolSourceReply[]
  /** It was also tried whether the tools' files load, if the folder is trusted. */
  readonly tried: boolean
  /** What is wrong with the offline model's script. */
  readonly script: readonly Diagnostic[]
}

export interface StudioState {
  readonly page: Page
  readonly status?: StatusReply | undefined
  readonly project?: ProjectReply | undefined
  /** Name of the open network. */
  readonly networkName?: string | undefined
  /** The network as last read; while the text is broken, with what cannot be read as it last was. */
  readonly network?: Network | undefined
  /** True while the text is broken. */
  readonly stale: boolean
  /** Names of entries that are shown as they last were, because their text cannot be read. */
  readonly staleEntries: ReadonlySet<string>
  /** What is to say about the present text, which may be newer than `network`. */
  readonly diagnostics: readonly Diagnostic[]
  readonly preflight?: Preflight | undefined
  readonly view: View
  readonly selection?: Selection | undefined
  readonly session?: SessionId | undefined
  readonly run?: RunId | undefined
  set(change: Partial<Omit<StudioState, 'set'>>): void
}

/** Which network of which project is open, as one name; undefined while none is. */
export const placeOf = ({ project, networkName }: StudioState): string | undefined =>
  project === undefined || networkName === undefined ? undefined : `${project.id}:${networkName}`

/** The studio's shared state. Features read slices of it and change it through `set`. */
export const useStudio = create<StudioState>((update) => ({
  page: 'home',
  stale: false,
  staleEntries: new Set(),
  diagnostics: [],
  view: 'edit',
  set: (change) => update(change),
}))
