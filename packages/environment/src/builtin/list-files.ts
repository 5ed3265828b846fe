// The files below a folder of the workspace. Links to folders are not followed.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const SKIPPED = new Set(['.git', 'node_modules', '__pycache__'])
const MOST_FILES = 50_000

/** Absolute paths of files and links; `isCut` when there are more than are looked at. */
export async function listFiles(
  folder: string,
  signal: AbortSignal,
): Promise<{ readonly files: readonly string[]; readonly isCut: boolean }> {
  const files: string[] = []
  const open = [folder]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    signal.throwIfAborted()
    const entries = await readdir(next, { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      if (files.length >= MOST_FILES) return { files, isCut: true }
      const path = join(next, entry.name)
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name)) open.push(path)
      } else if (entry.isFile() || entry.isSymbolicLink()) files.push(path)
    }
  }
  return { files, isCut: false }
}
