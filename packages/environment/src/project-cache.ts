import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** Where what is made of a project's tools lies. Tools read this folder, so no other project's sources may be in it. */
export function projectCache(cacheFolder: string, projectRoot: string): string {
  return join(cacheFolder, createHash('sha256').update(projectRoot).digest('hex').slice(0, 16))
}
