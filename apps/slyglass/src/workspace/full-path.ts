import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** A path as a person types it, from the root of the disk; undefined for one that begins elsewhere. */
export function fullPathOf(typed: string): string | undefined {
  const path = typed === '~' || typed.startsWith('~/') ? join(homedir(), typed.slice(1)) : typed
  return isAbsolute(path) ? path : undefined
}
