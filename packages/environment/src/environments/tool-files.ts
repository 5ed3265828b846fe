// Files as the studio's own tools use them: every path is looked at before anything is opened.
import { constants } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, isAbsolute } from 'node:path'
import { err, ok, type Result } from '@slyglass/base'
import type { MemoryFiles } from '@slyglass/tools/testing'
import { listFiles } from '../builtin/list-files.ts'
import { guardPath, openGuarded, type PathRefusal } from '../builtin/path-guard.ts'
import { isInside } from '../tool-places.ts'

/** Rejections have the system's codes. */
export interface ToolFiles {
  /** Which file below the folder a path means, whether it is there or not. */
  guard(folder: string, path: string): Promise<Result<string, PathRefusal>>
  /** All of a file, unless it has more bytes than that. */
  read(path: string, mostBytes: number): Promise<Uint8Array>
  /** Folders above it are made; the path is looked at again after that. */
  write(folder: string, path: string, text: string): Promise<Result<undefined, PathRefusal>>
  list(folder: string, signal: AbortSignal): Promise<readonly string[]>
  /** Later is newer. Undefined where nothing is. */
  facts(path: string): Promise<{ readonly isFile: boolean; readonly changed: number } | undefined>
  /** The text for a search; absent where the search reads the files by itself. */
  readonly text?: (path: string) => string
}

/** A file that is longer than anyone wants to read at once. */
class FileTooLong extends Error {
  constructor(bytes: number, most: number) {
    super(`it has ${bytes.toLocaleString('en')} bytes; at most ${most.toLocaleString('en')} are read`)
  }
}

/** Files of this machine. */
export const HOST_FILES: ToolFiles = {
  guard: guardPath,
  async read(path, mostBytes) {
    const file = await openGuarded(path, constants.O_RDONLY)
    try {
      const { size } = await file.stat()
      if (size > mostBytes) throw new FileTooLong(size, mostBytes)
      return await file.readFile()
    } finally {
      await file.close()
    }
  },
  async write(folder, path, text) {
    await mkdir(dirname(path), { recursive: true })
    const again = await guardPath(folder, path)
    if (!again.ok) return again
    const file = await openGuarded(again.value, constants.O_WRONLY | constants.O_CREAT)
    try {
      await file.truncate(0)
      await file.writeFile(text)
    } finally {
      await file.close()
    }
    return ok(undefined)
  },
  list: async (folder, signal) => (await listFiles(folder, signal)).files,
  async facts(path) {
    const facts = await stat(path).catch(() => undefined)
    return facts === undefined ? undefined : { isFile: facts.isFile(), changed: facts.mtimeMs }
  },
}

/** Files in memory: there are no links in it. */
export function memoryFiles(files: MemoryFiles): ToolFiles {
  const guard = (folder: string, path: string): Result<string, PathRefusal> => {
    if (path.includes('\0')) return err({ code: 'nul', message: 'A path may not hold a NUL character' })
    const steps = (isAbsolute(path) ? path : `${folder}/${path}`).split('/')
    const whole: string[] = []
    for (const step of steps) {
      if (step === '..') whole.pop()
      else if (step !== '' && step !== '.') whole.push(step)
    }
    const found = `/${whole.join('/')}`
    if (isInside(found, folder)) return ok(found)
    return isAbsolute(path)
      ? err({ code: 'outside', message: 'Access denied: path outside safe directory' })
      : err({ code: 'traversal', message: 'Path traversal not allowed' })
  }
  return {
    guard: async (folder, path) => guard(folder, path),
    async read(path, mostBytes) {
      const bytes = files.read(path)
      if (bytes.length > mostBytes) throw new FileTooLong(bytes.length, mostBytes)
      return bytes
    },
    async write(_folder, path, text) {
      files.write(path, text)
      return ok(undefined)
    },
    list: async (folder) => files.below(folder),
    async facts(path) {
      const kind = files.kindOf(path)
      return kind === undefined ? undefined : { isFile: kind === 'file', changed: files.changedAt(path) }
    },
    text: (path) => new TextDecoder().decode(files.read(path)),
  }
}
