// The master key: 32 random bytes beside the journal, readable by their owner alone, or given by the environment where
// several servers share one journal.
import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { err, ok, type Result } from '@slyglass/base'

/** Why there is no master key, for people. */
export interface MasterKeyFailure {
  readonly code: 'master-key'
  readonly message: string
}

const KEY_BYTES = 32
const OWNER_ONLY = 0o600

/** The key that `given` spells, else the one in the file, which is made when there is none. */
export function readMasterKey(file: string, given: string | undefined): Result<Buffer, MasterKeyFailure> {
  if (given !== undefined && given !== '') return readGiven(given)
  try {
    const key = readFile(file) ?? makeFile(file)
    if (key.length === KEY_BYTES) return ok(key)
    return failed(
      `The master key ${file} is damaged: it has ${key.length} bytes, not ${KEY_BYTES}. Restore a copy. Without one, move the file away: a new key is made, and private values of earlier sessions stay sealed for good.`,
    )
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    return failed(
      `The master key ${file} cannot be used (${why}). Check the folder's rights, or set SLYGLASS_HOME to another one.`,
    )
  }
}

function failed(message: string): Result<never, MasterKeyFailure> {
  return err({ code: 'master-key', message })
}

/** Hexadecimal digits or base64. The text itself is a secret, so no complaint repeats it. */
function readGiven(given: string): Result<Buffer, MasterKeyFailure> {
  const text = given.trim()
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (key.length === KEY_BYTES) return ok(key)
  return failed(
    `SLYGLASS_MASTER_KEY is no key: it must be ${KEY_BYTES} random bytes in base64 or as 64 hexadecimal digits. openssl rand -base64 32 makes one.`,
  )
}

function readFile(file: string): Buffer | undefined {
  try {
    const key = readFileSync(file)
    chmodSync(file, OWNER_ONLY)
    return key
  } catch (cause) {
    if ((cause as { code?: unknown } | null)?.code === 'ENOENT') return undefined
    throw cause
  }
}

/** Whole or not at all, and never over one that another server has just made. */
function makeFile(file: string): Buffer {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, randomBytes(KEY_BYTES), { mode: OWNER_ONLY, flag: 'wx', flush: true })
  try {
    linkSync(draft, file)
  } catch (cause) {
    if ((cause as { code?: unknown } | null)?.code !== 'EEXIST') throw cause
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file)
}
