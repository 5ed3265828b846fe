import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runId, sessionId } from '@slyglass/base'
import type { RunEvent } from '@slyglass/run-log'
import { afterAll } from 'vitest'
import { type LibsqlRunStore, openRunStore } from '../libsql-store.ts'

export const SESSION = sessionId('ses_1')
export const RUN = runId('run_1')
/** The row of that run. */
export const ROW = { run: RUN, session: SESSION, project: 'p', network: 'n', title: 't', at: 0 }

/** A commit of events alone. */
export const batch = (...events: readonly RunEvent[]) => ({ events, chunks: [], boxes: [] })

/** Gives a path of a database that is not there yet, each time another; all are gone after the tests of the file. */
export function newFiles(): () => string {
  const root = mkdtempSync(join(tmpdir(), 'slyglass-store-'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  let made = 0
  return () => {
    made += 1
    return join(root, `case-${made}`, 'runs.db')
  }
}

/** Opens what must open. */
export function open(file: string): LibsqlRunStore {
  const opened = openRunStore(file)
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}
