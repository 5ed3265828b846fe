import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { err, ok, type Result } from '@slyglass/base'
import Database from 'libsql'
import { SCHEMA, SCHEMA_VERSION } from './schema.ts'

/** Why a run database cannot be used. It is never changed or deleted then. */
export interface StoreFailure {
  readonly code: 'store-corrupt' | 'store-full' | 'store-newer' | 'store-unreadable'
  readonly message: string
}

const BUSY_MS = 5_000
/** Of 4 KB each, between two times that the write-ahead log is written back. */
const LOG_PAGES = 4_000

/** Opens the run database, or creates it; an older schema is brought up to date. */
export function openDatabase(file: string): Result<Database.Database, StoreFailure> {
  let database: Database.Database | undefined
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    database = new Database(file)
    prepare(database)
    const version = readVersion(database)
    if (version > SCHEMA_VERSION) {
      database.close()
      return err(newer(file, version))
    }
    if (version < SCHEMA_VERSION) migrate(database)
    // A damaged list of runs is found now, not at the first look at it.
    database.prepare('SELECT count(*), max(title) FROM runs').all()
    return ok(database)
  } catch (cause) {
    database?.close()
    return err(failureOf(file, cause))
  }
}

function prepare(database: Database.Database): void {
  database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`)
  database.exec('PRAGMA journal_mode = WAL')
  // A commit survives the death of this process; only a power cut may take the last ones.
  database.exec('PRAGMA synchronous = NORMAL')
  // Writing the log back costs many times a commit, and holds up whoever commits then; pages that are written often are written once.
  database.exec(`PRAGMA wal_autocheckpoint = ${LOG_PAGES}`)
  // What is deleted is overwritten: keys of a session that was forgotten are in no free page.
  database.exec('PRAGMA secure_delete = ON')
}

function readVersion(database: Database.Database): number {
  const [row] = database.prepare('SELECT user_version AS version FROM pragma_user_version').all() as [
    { version: number },
  ]
  return row.version
}

function migrate(database: Database.Database): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    // Another server may have created the tables while this one waited for the lock.
    if (readVersion(database) === 0) database.exec(SCHEMA)
    // Tables of version 1 stay as they are: only what is written from now on is nothing for a program of that version.
    database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`)
    database.exec('COMMIT')
  } catch (cause) {
    if (database.inTransaction) database.exec('ROLLBACK')
    throw cause
  }
}

function newer(file: string, version: number): StoreFailure {
  return {
    code: 'store-newer',
    message: `The run database ${file} was written by a newer Slyglass (format ${version}, this one knows ${SCHEMA_VERSION}). Update Slyglass, or set SLYGLASS_HOME to another folder. The file was left as it is.`,
  }
}

/** Why a file of the store cannot be used, for people. */
export function failureOf(file: string, cause: unknown): StoreFailure {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const code = (cause as { code?: unknown } | null)?.code
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') {
    return {
      code: 'store-corrupt',
      message: `The run database ${file} is damaged (${reason}). It was left as it is: move it away to start with an empty one, or restore a copy.`,
    }
  }
  if (code === 'SQLITE_FULL') {
    return {
      code: 'store-full',
      message: `The run database ${file} cannot be written: the disk is full. Make room on it, or set SLYGLASS_HOME to a folder on another one.`,
    }
  }
  return {
    code: 'store-unreadable',
    message: `The run database ${file} cannot be opened (${reason}). Check that the folder exists and may be written, or set SLYGLASS_HOME to another folder.`,
  }
}
