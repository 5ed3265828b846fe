import { isInterrupted, type RunView } from './run-view.ts'
import type { ConnectionState } from './tail-connection.ts'

/** What the status bar says. */
export interface ConnectionLine {
  readonly word: 'Connected' | 'Reconnecting' | 'Offline' | 'Interrupted'
  /** More words for those who look closer. */
  readonly detail: string
}

export function connectionLine(connection: ConnectionState, run: RunView | undefined): ConnectionLine {
  switch (connection.kind) {
    case 'connected':
      return isInterrupted(run)
        ? {
            word: 'Interrupted',
            detail: `The server stopped during this run. Everything up to event ${run?.lastSeq} is kept.`,
          }
        : { word: 'Connected', detail: 'Live events arrive.' }
    case 'paused':
      return { word: 'Connected', detail: 'Live events pause while this tab is hidden.' }
    case 'connecting':
      return { word: 'Reconnecting', detail: 'Opening the live stream.' }
    case 'reconnecting':
      return { word: 'Reconnecting', detail: `Attempt ${connection.attempt + 1} in ${seconds(connection.delayMs)}.` }
    case 'offline':
      return {
        word: 'Offline',
        detail: `The server has not answered ${connection.attempt} times. Next attempt in ${seconds(connection.delayMs)}.`,
      }
    case 'refused':
      return {
        word: 'Offline',
        detail: 'The server was started again and has a new address. Open the one that it printed.',
      }
  }
}

const seconds = (ms: number) => (ms < 1000 ? 'a moment' : `${Math.round(ms / 1000)} s`)
