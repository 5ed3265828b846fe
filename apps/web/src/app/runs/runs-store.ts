import type { JsonText, RunId, SessionId } from '@slyglass/base'
import type { ClientFailure, RunReply } from '@slyglass/protocol'
import type { SlyRef } from '@slyglass/run-log'
import { create } from 'zustand'
import type { RunView } from './run-view.ts'
import type { ConnectionState } from './tail-connection.ts'

/** Runs of the open network as the server lists them. */
export interface RunList {
  readonly state: 'loading' | 'ready' | 'failed'
  readonly runs: readonly RunReply[]
  readonly failure?: ClientFailure
}

/** A message on its way: sent, and neither accepted nor refused yet; or refused, with the reason. */
export interface Outgoing {
  readonly message: string
  readonly failure?: ClientFailure
  /** The run that it became. */
  readonly run?: RunId
  /** It was told to stop before it had a run. */
  readonly stopped?: boolean
}

/** Keys of a session's vault, never values. */
export interface VaultKeys {
  readonly session: SessionId
  readonly keys: readonly SlyRef[]
}

export interface RunsState {
  readonly connection: ConnectionState
  readonly list: RunList
  /** Runs that are followed or were read, by id. */
  readonly views: ReadonlyMap<RunId, RunView>
  readonly outgoing?: Outgoing | undefined
  /** Runs that were asked to stop and have not ended. */
  readonly stopping: ReadonlySet<RunId>
  readonly stopFailure?: ClientFailure | undefined
  /** Private values typed before a session's first run: JSON text by the place of its network, in memory only, sent with that run. */
  readonly slyDrafts: ReadonlyMap<string, JsonText>
  readonly vault?: VaultKeys | undefined
  /** The last thing worth saying to people who do not see the screen. */
  readonly announcement: string
}

export const useRuns = create<RunsState>(() => ({
  connection: { kind: 'connecting' },
  list: { state: 'loading', runs: [] },
  views: new Map(),
  stopping: new Set(),
  slyDrafts: new Map(),
  announcement: '',
}))
