import { stat } from 'node:fs/promises'

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
    return (await stat(path)).isDirectory() ? undefined : `${shown} is a file. ${wanted}`
  } catch (cause) {
    const { code } = cause as { readonly code?: unknown }
    if (code === 'ENOENT' || code === 'ENOTDIR') return `There is no folder ${shown}.`
    return `${shown} may not be read (${String(code)}). Check its permissions.`
  }
}

export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
