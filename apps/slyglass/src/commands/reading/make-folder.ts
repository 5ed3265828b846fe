import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes a folder and those above it. One after the other: Node's own way does not end where the system has a folder of its own. */
export async function makeFolder(path: string): Promise<void> {
  const missing: string[] = []
  for (let at = path; !(await isThere(at)); at = dirname(at)) missing.unshift(at)
  for (const folder of missing) await mkdir(folder).catch(passOverPresent)
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT' && dirname(path) !== path) return false
      throw cause
    },
  )
}

function passOverPresent(cause: NodeJS.ErrnoException): void {
  if (cause.code !== 'EEXIST') throw cause
}
