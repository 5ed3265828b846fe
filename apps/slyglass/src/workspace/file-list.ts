import type { Dirent } from 'node:fs'
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
  await walkFolders(
    root,
    async (folder, entries) => {
      const shown = entries.filter((entry) => entry.isFile() && isShownFile(entry.name))
      const listed = shown.slice(0, limits.files - rows.length)
      const described = await Promise.all(
        listed.map(({ name }) => describeFile(root, pathIn(folder, name), limits.bytes)),
      )
      rows.push(...described.flat())
      return rows.length < limits.files
    },
    limits,
  )
  return rows.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Told what lies in one folder, by its path below the root; answers whether it wants to see more. */
type Visit = (folder: string, entries: readonly Dirent[]) => Promise<boolean>

/** Visits a folder and those below it that a project shows, the outer ones first. Links are not followed. */
export async function walkFolders(
  root: string,
  visit: Visit,
  limits: Pick<ListLimits, 'depth' | 'names'> = LIMITS,
): Promise<void> {
  let [folders, names]: [readonly string[], number] = [[''], 0]
  for (let depth = 0; depth < limits.depth && folders.length > 0; depth += 1) {
    const deeper: string[] = []
    for (const folder of folders) {
      if (names >= limits.names) return
      const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
      names += entries.length
      if (!(await visit(folder, entries))) return
      const inner = entries.filter((entry) => entry.isDirectory() && !isSkippedFolder(entry.name))
      deeper.push(...inner.map(({ name }) => pathIn(folder, name)))
    }
    folders = deeper
  }
}

function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

async function describeFile(root: string, path: string, most: number): Promise<readonly FileRow[]> {
  const found = await stat(join(root, path)).catch(() => undefined)
  return found === undefined || found.size > most ? [] : [{ path, bytes: found.size }]
}
