import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileRow } from '@slyglass/protocol'
import { isShownFile, isSkippedFolder, MAX_FILE_BYTES } from './shown-files.ts'

/** How far a listing goes; a project that is larger is shown in part. */
export interface ListLimits {
  readonly files: number
  readonly depth: number
  /** Names looked at, shown or not. */
  readonly names: number
  /** Files with more bytes are left out. */
  readonly bytes: number
}

const LIMITS: ListLimits = { files: 5_000, depth: 16, names: 100_000, bytes: MAX_FILE_BYTES }

/** The shown files below a folder, sorted by path. Links are not followed. */
export async function listFiles(root: string, more: Partial<ListLimits> = {}): Promise<readonly FileRow[]> {
  const limits = { ...LIMITS, ...more }
  const rows: FileRow[] = []
  let [folders, names]: [readonly string[], number] = [[''], 0]
  for (let depth = 0; depth < limits.depth && folders.length > 0; depth += 1) {
    const deeper: string[] = []
    for (const folder of folders) {
      if (rows.length >= limits.files || names >= limits.names) break
      const listed = await listFolder(root, folder, { ...limits, files: limits.files - rows.length })
      rows.push(...listed.rows)
      deeper.push(...listed.folders)
      names += listed.names
    }
    folders = deeper
  }
  return rows.sort((a, b) => (a.path < b.path ? -1 : 1))
}

interface ListedFolder {
  readonly rows: readonly FileRow[]
  readonly folders: readonly string[]
  readonly names: number
}

async function listFolder(root: string, folder: string, limits: ListLimits): Promise<ListedFolder> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
  const pathOf = (name: string) => (folder === '' ? name : `${folder}/${name}`)
  const folders = entries.filter((entry) => entry.isDirectory() && !isSkippedFolder(entry.name))
  const files = entries.filter((entry) => entry.isFile() && isShownFile(entry.name)).slice(0, limits.files)
  const rows = await Promise.all(files.map((entry) => describeFile(root, pathOf(entry.name), limits.bytes)))
  return { rows: rows.flat(), folders: folders.map((entry) => pathOf(entry.name)), names: entries.length }
}

async function describeFile(root: string, path: string, most: number): Promise<readonly FileRow[]> {
  const found = await stat(join(root, path)).catch(() => undefined)
  return found === undefined || found.size > most ? [] : [{ path, bytes: found.size }]
}
