import { stat } from 'node:fs/promises'

export async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}

/** Why a path is no folder, with what to do; undefined when it is one. */
export async function folderComplaint(path: string): Promise<string | undefined> {
  if (await isFolder(path)) return undefined
  if (!(await isFile(path))) return `There is no folder ${path}.`
  return `${path} is a file. Give the folder of the project that it belongs to.`
}

export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
