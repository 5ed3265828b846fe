import { createHash } from 'node:crypto'
import { access, constants, type FileHandle, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { err, ok, type Result } from '@slyglass/base'
import type { ConflictReply, FileReply, SaveFile } from '@slyglass/protocol'
import type { Refusal } from '../refusal.ts'
import { stampOf, UnchangedFiles } from '../unchanged-files.ts'
import { type Confinement, resolveProjectFile } from './confine.ts'
import { draftOf } from './drafts.ts'
import { MAX_FILE_BYTES } from './shown-files.ts'

/** Reads and saves the texts of projects, byte for byte. `root` is the real path of a project. */
export interface ProjectFiles {
  read(root: string, path: string): Promise<Read>
  /** Writes only over the text that the edit started from; otherwise 409 with the text on disk. */
  save(root: string, path: string, body: SaveFile): Promise<Result<FileReply, Refusal>>
}

type Read = Result<FileReply, Refusal>

/** Characters of texts that are kept. */
const ROOM = 16_000_000

/** Files of all projects, and nothing from the `closed` folder. */
export function createProjectFiles(closed: string): ProjectFiles {
  let last: Promise<unknown> = Promise.resolve()
  const known = new UnchangedFiles<Read>(ROOM, (read) => 500 + (read.ok ? read.value.text.length : 0))
  return {
    async read(root, path) {
      const name = `${root}\0${path}`
      const before = known.find(name, () => stampOf(join(root, path)))
      if (before !== undefined) return before
      const file = await resolveProjectFile({ root, closed }, path)
      if (!file.ok) return file
      const stamp = stampOf(file.value)
      const found = await readTextFile(file.value, path)
      if (!found.ok) return found
      const read = found.value === undefined ? err(missing(path)) : ok(found.value)
      known.keep(name, stamp, read)
      return read
    },
    save(root, path, body) {
      // One save at a time: two that start from the same text cannot both win.
      const saved = last.then(() => saveText({ root, closed }, path, body))
      last = saved.catch(() => undefined)
      return saved
    },
  }
}

/** What a text is known by: SHA-256 of its bytes. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The text of a file by its place on disk; undefined when there is none. `path` is what messages call it. */
export async function readTextFile(file: string, path: string): Promise<Result<FileReply | undefined, Refusal>> {
  const found = await stat(file).catch(() => undefined)
  if (found === undefined) return ok(undefined)
  if (!found.isFile()) return err(noFile(path, found.isDirectory()))
  if (found.size > MAX_FILE_BYTES) return err(tooLarge(path))
  const bytes = await readFile(file).catch(() => undefined)
  return bytes === undefined ? err(unreadable(path)) : decodeText(bytes, path)
}

/** The text of some bytes. */
export function decodeText(bytes: Uint8Array, path: string): Result<FileReply, Refusal> {
  if (bytes.byteLength > MAX_FILE_BYTES) return err(tooLarge(path))
  try {
    // A byte-order mark is part of the text: it must come back when the text is saved.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return ok({ path, text, hash: hashBytes(bytes) })
  } catch {
    return err(notText(path))
  }
}

async function saveText(where: Confinement, path: string, body: SaveFile): Promise<Result<FileReply, Refusal>> {
  const file = await resolveProjectFile(where, path)
  if (!file.ok) return file
  const bytes = Buffer.from(body.text, 'utf8')
  // Half a surrogate pair has no bytes: what came back would be another text.
  if (bytes.toString('utf8') !== body.text) return err(notText(path))
  if (bytes.byteLength > MAX_FILE_BYTES) return err(tooLarge(path))
  const disk = await readTextFile(file.value, path)
  if (!disk.ok) return disk
  if ((disk.value?.hash ?? null) !== body.baseHash) return err(conflict(path, disk.value ?? null))
  try {
    await replaceFile(file.value, bytes)
  } catch (cause) {
    return err(unwritable(path, cause))
  }
  return ok({ path, text: body.text, hash: hashBytes(bytes) })
}

/** Puts the bytes in place at once, so that no reader ever meets half a file; the mode stays. */
export async function replaceFile(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const present = await stat(file).catch(() => undefined)
  // The folder may allow what the file forbids.
  if (present !== undefined) await access(file, constants.W_OK)
  const mode = present === undefined ? 0o644 : present.mode & 0o7777
  const draft = draftOf(file)
  let handle: FileHandle | undefined
  try {
    handle = await open(draft, 'wx', mode)
    await handle.writeFile(bytes)
    await handle.chmod(mode)
    await handle.sync()
    await handle.close()
    await rename(draft, file)
  } catch (cause) {
    await handle?.close().catch(() => undefined)
    await rm(draft, { force: true })
    throw cause
  }
}

function missing(path: string): Refusal {
  return { status: 404, code: 'file-missing', message: `There is no file ${path} in the project.` }
}

/** It is there, so nothing can be put in its place. */
function noFile(path: string, isFolder: boolean): Refusal {
  const message = `${path} is ${isFolder ? 'a folder, not a file' : 'no plain file'}.`
  return { status: 403, code: 'file-unreadable', message }
}

function tooLarge(path: string): Refusal {
  return { status: 413, code: 'file-too-large', message: `${path} is larger than ${MAX_FILE_BYTES / 1_000_000} MB.` }
}

function notText(path: string): Refusal {
  return {
    status: 422,
    code: 'not-text',
    message: `${path} is not text in UTF-8.`,
  }
}

function unreadable(path: string): Refusal {
  return { status: 403, code: 'file-unreadable', message: `${path} may not be read.`, hint: 'Check its permissions.' }
}

function unwritable(path: string, cause: unknown): Refusal {
  const reason = (cause as { code?: unknown } | null)?.code ?? 'unknown reason'
  return { status: 403, code: 'file-unwritable', message: `${path} could not be written (${String(reason)}).` }
}

function conflict(path: string, disk: FileReply | null): Refusal {
  const message = disk === null ? `${path} was removed by another program.` : `${path} was changed by another program.`
  const more: Pick<ConflictReply, 'disk'> = { disk }
  return { status: 409, code: 'file-changed', message, hint: 'Compare both texts, then save again.', more }
}
