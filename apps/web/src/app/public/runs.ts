// Runs as features see them: what is known of the run and session in view, and what a person may ask for.
import type { RunId, SessionId } from '@slyglass/base'
import type { Activity, LogEvent, SlyLedger, Trace } from '@slyglass/run-log'
import { useMemo } from 'react'
import { type ConnectionLine, connectionLine } from '../runs/connection-word.ts'
import { controller, logs } from '../runs/instance.ts'
import { isRunning, type RunView } from '../runs/run-view.ts'
import { type Sending, TURNS_SHOWN } from '../runs/runs-controller.ts'
import { useRuns } from '../runs/runs-store.ts'
import { groupSessions, runsOfSession, type SessionRow } from '../runs/sessions.ts'
import { useStudio } from './studio.ts'

export { formatTime } from '../runs/figures.ts'
export { connectRuns } from '../runs/instance.ts'
export { isInterrupted, isRunning, type RunView } from '../runs/run-view.ts'
export type { FilesLine, Sending } from '../runs/runs-controller.ts'
export { type RunsState, useRuns } from '../runs/runs-store.ts'
export { type SessionRow, stateOfRun } from '../runs/sessions.ts'
export type { ConnectionState } from '../runs/tail-connection.ts'
export type { ConnectionLine }

/** Sends a message in the session in view, or in a new one. False when it was refused; the reason is in the store. */
export const sendMessage = (message: string, how?: Sending): Promise<boolean> => controller.send(message, how)
export const stopRun = (run: RunId): Promise<void> => controller.stop(run)
/** Stops what the page is waiting for: the run, or the message that has no run yet. */
export const stopOutgoing = (): void => controller.stopOutgoing()
export const openRun = (run: RunId): void => controller.openRun(run)
export const openSession = (session: SessionId): void => controller.openSession(session)
export const newSession = (): void => controller.newSession()
export const refreshRuns = (): Promise<void> => controller.refreshList()
export const refreshVault = (): Promise<void> => controller.refreshVault()
/** Makes the session's private values this JSON object. */
export const putSly = controller.putSly.bind(controller)
export const reconnectNow = (): void => controller.connection.reconnectNow()
/** Calls back with every change of the project's files that another program made. Returns how to stop. */
export const onFilesChanged = controller.onFilesChanged.bind(controller)

/** Calls back when the conversation in view gets its session. Returns how to stop. */
export const onSessionNamed = controller.onSessionNamed.bind(controller)

/** Events of a run by number, for whoever shows the log itself. */
export function findEvents(run: RunId, numbers: readonly number[]): readonly LogEvent[] {
  return logs.find(run, numbers)
}

/** The run in view. */
export function useCurrentRun(): RunView | undefined {
  const run = useStudio((state) => state.run)
  return useRuns((state) => (run === undefined ? undefined : state.views.get(run)))
}

/** True while nothing that is sent would arrive. */
export const useOffline = () =>
  useRuns(({ connection }) => ['offline', 'reconnecting', 'refused'].includes(connection.kind))

/** True while the run in view goes on. */
export function useRunning(): boolean {
  return isRunning(useCurrentRun())
}

export function useActivity(): Activity | undefined {
  return useCurrentRun()?.activity
}

export function useTrace(): Trace | undefined {
  return useCurrentRun()?.trace
}

export function useLedger(): SlyLedger | undefined {
  return useCurrentRun()?.ledger
}

/** The turns of the session in view, oldest first. */
export function useSessionTurns(): readonly RunView[] {
  const session = useStudio((state) => state.session)
  const run = useStudio((state) => state.run)
  const runs = useRuns((state) => state.list.runs)
  const views = useRuns((state) => state.views)
  return useMemo(() => {
    const listed = runsOfSession(runs, session, TURNS_SHOWN)
    const ids = run === undefined || listed.includes(run) ? listed : [...listed, run]
    return ids.flatMap((id) => views.get(id) ?? [])
  }, [runs, session, run, views])
}

export function useSessions(): readonly SessionRow[] {
  const runs = useRuns((state) => state.list.runs)
  return useMemo(() => groupSessions(runs), [runs])
}

/** What the status bar says of the live stream. */
export function useConnection(): ConnectionLine {
  const connection = useRuns((state) => state.connection)
  return connectionLine(connection, useCurrentRun())
}
