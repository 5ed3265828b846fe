import { lstat, stat } from 'node:fs/promises'
import { systemFaultText, unreadableText } from './system-fault.ts'

export async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}

const PROJECT = 'Give the folder of the project that it belongs to.'

/** Why a path is no folder, with what to do about a file; undefined when it is one. */
export async function folderComplaint(path: string, wanted = PROJECT, shown = path): Promise<string | undefined> {
  try {
    return (await stat(path)).isDirectory() ? undefined : `${shown} is a file, not a folder. ${wanted}`
  } catch (cause) {
    const { code } = cause as { readonly code?: unknown }
    if (code === 'ENOENT' || code === 'ENOTDIR') return noFolder(shown)
    return unreadableText(shown, code)
  }
}

export const noFolder = (path: string): string => `There is no folder ${path}.`

/** The same of a folder that need not be there yet. */
export async function newFolderComplaint(path: string, wanted = PROJECT): Promise<string | undefined> {
  const isFree = await lstat(path).then(
    () => false,
    (cause) => cause.code === 'ENOENT',
  )
  return isFree ? undefined : folderComplaint(path, wanted)
}

export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/** Why nobody may even see whether something is there; undefined where one may. */
export async function closedPath(path: string): Promise<string | undefined> {
  return stat(path).then(
    () => undefined,
    (cause) => (cause.code === 'EACCES' || cause.code === 'EPERM' ? systemFaultText(cause) : undefined),
  )
}
