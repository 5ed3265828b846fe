import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileRow } from '@slyglass/protocol'
import { isShownFile, isSkippedFolder, MAX_FILE_BYTES } from './shown-files.ts'

/** How far a listing goes; a project that is larger is shown in part. */
export interface ListLimits {
  readonly files: number
  readonly depth: number
}

const LIMITS: ListLimits = { files: 5_000, depth: 16 }

/** The shown files below a folder, sorted by path. Links are not followed. */
export async function listFiles(root: string, limits: ListLimits = LIMITS): Promise<readonly FileRow[]> {
  const rows: FileRow[] = []
  let folders: readonly string[] = ['']
  for (let depth = 0; depth < limits.depth && folders.length > 0; depth += 1) {
    const deeper: string[] = []
    for (const folder of folders) {
      if (rows.length >= limits.files) break
      deeper.push(...(await listFolder(root, folder, rows, limits.files)))
    }
    folders = deeper
  }
  return rows.sort((a, b) => (a.path < b.path ? -1 : 1))
}

async function listFolder(root: string, folder: string, rows: FileRow[], limit: number): Promise<readonly string[]> {
  const deeper: string[] = []
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory() && !isSkippedFolder(entry.name)) deeper.push(path)
    if (!entry.isFile() || !isShownFile(entry.name) || rows.length >= limit) continue
    const bytes = await stat(join(root, path))
      .then((found) => found.size)
      .catch(() => undefined)
    if (bytes !== undefined && bytes <= MAX_FILE_BYTES) rows.push({ path, bytes })
  }
  return deeper
}
