import { onAbort, PassingMap } from '@slyglass/base'
import type Database from 'libsql'

/** Tells waiting readers that a run has something new. */
export interface WakeUps {
  /** Resolves at the next `wake` of the run, at a write of another process, or when the signal is aborted; false once closed. */
  next(run: string, signal: AbortSignal): Promise<boolean>
  wake(run: string): void
  isOpen(): boolean
  close(): void
}

const POLL_MS = 250

/**
 * Writes of this process wake their readers at once. Another server on the same database is noticed by its commit counter,
 * which is read only while somebody waits.
 */
export function createWakeUps(database: Database.Database): WakeUps {
  const waiting = new PassingMap<string, Set<() => void>>()
  let timer: NodeJS.Timeout | undefined
  let seen = 0
  let open = true

  const wake = (run: string): void => {
    const waiters = waiting.get(run)
    waiting.delete(run)
    for (const resolve of waiters ?? []) resolve()
  }
  const wakeAll = (): void => {
    for (const run of [...waiting.keys()]) wake(run)
  }
  const stop = (): void => {
    clearInterval(timer)
    timer = undefined
  }
  const look = (): void => {
    const version = dataVersion(database)
    if (version === seen) return
    seen = version
    wakeAll()
  }
  const poll = (): void => {
    // Runs come and go: the timer outlives a moment in which nobody waits.
    if (waiting.size === 0) stop()
    else look()
  }
  const startPolling = (): void => {
    if (timer !== undefined) return
    // `seen` is kept: a write between a reader's last look and this moment must still wake it.
    timer = setInterval(poll, POLL_MS).unref()
  }

  return {
    wake,
    isOpen: () => open,
    close() {
      open = false
      wakeAll()
      stop()
    },
    next(run, signal) {
      return new Promise((resolve) => {
        const waiters = waiting.get(run) ?? new Set()
        const done = (): void => {
          release()
          waiters.delete(done)
          if (waiters.size === 0 && waiting.get(run) === waiters) waiting.delete(run)
          resolve(open)
        }
        if (signal.aborted || !open) return resolve(open)
        const release = onAbort(signal, done)
        waiting.set(run, waiters.add(done))
        startPolling()
      })
    },
  }
}

function dataVersion(database: Database.Database): number {
  const [row] = database.prepare('SELECT data_version AS version FROM pragma_data_version').all() as [
    { version: number },
  ]
  return row.version
}
