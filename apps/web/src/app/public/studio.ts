// The one place where features meet: which project, network, session, run and thing are in view.
import type { RunId, SessionId, SpanId } from '@slyglass/base'
import type { Network } from '@slyglass/network'
import type { ProjectReply, StatusReply, ToolSourceReply } from '@slyglass/protocol'
import { create } from 'zustand'

export type View = 'edit' | 'run' | 'trace' | 'sly'

/** What is picked; picking it in one view picks it in all. */
export type Selection =
  | { readonly kind: 'entry'; readonly entry: string }
  | { readonly kind: 'span'; readonly span: SpanId }

/** What the server says of a network that no text can tell: where classes lie, and what is missing here. */
export interface Preflight {
  readonly network: string
  readonly tools: readonly ToolSourceReply[]
}

export interface StudioState {
  readonly status?: StatusReply
  readonly project?: ProjectReply
  /** Name of the open network. */
  readonly networkName?: string
  /** The network as last read; while the text is broken, the last one that could be read. */
  readonly network?: Network
  /** Diagnostics of the present text, which may be newer than `network`. */
  readonly stale: boolean
  readonly preflight?: Preflight
  readonly view: View
  readonly selection?: Selection | undefined
  readonly session?: SessionId | undefined
  readonly run?: RunId | undefined
  set(change: Partial<Omit<StudioState, 'set'>>): void
}

/** The studio's shared state. Features read slices of it and change it through `set`. */
export const useStudio = create<StudioState>((update) => ({
  stale: false,
  view: 'edit',
  set: (change) => update(change),
}))
