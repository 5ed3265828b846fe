import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'

/** Which servers on this machine live: each holds a file lock, which the operating system drops with its process. */
export interface Presence {
  readonly server: string
  isAlive(server: string): boolean
  close(): void
}

export function announcePresence(folder: string, server: string): Presence {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = lockFile(folder, server)
  const lock = new Database(file)
  lock.exec('BEGIN EXCLUSIVE')
  removeDead(folder, server)
  return {
    server,
    isAlive: (other) => other === server || isLocked(lockFile(folder, other)),
    close() {
      lock.close()
      rmSync(file, { force: true })
    },
  }
}

const SUFFIX = '.lock'

function lockFile(folder: string, server: string): string {
  return join(folder, `${server}${SUFFIX}`)
}

function isLocked(file: string): boolean {
  let probe: Database.Database | undefined
  try {
    probe = new Database(file, { fileMustExist: true })
    probe.exec('BEGIN EXCLUSIVE')
    return false
  } catch (cause) {
    return (cause as { code?: unknown } | null)?.code === 'SQLITE_BUSY'
  } finally {
    probe?.close()
  }
}

/** A young file may belong to a server that is just about to lock it. */
const YOUNG_MS = 60_000

function removeDead(folder: string, self: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(SUFFIX) || name === `${self}${SUFFIX}`) continue
    const file = join(folder, name)
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > YOUNG_MS && !isLocked(file)) rmSync(file, { force: true })
  }
}
