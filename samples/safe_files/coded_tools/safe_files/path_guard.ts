// Whether a path stays in a folder. The answer is the file's real path, and that path alone is to be opened.
import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'

/** A path that may be opened, or why not. */
export type Guarded = { readonly path: string } | { readonly refused: string }

const OUTSIDE = { refused: 'Access denied: path outside safe directory' }

/** Looks at the words of the path first, then at where it leads on this disk. Rejects when there is no such file. */
export async function guardPath(folder: string, path: string): Promise<Guarded> {
  if (path.includes('\0')) return { refused: 'Access denied: the path holds a NUL character' }
  // Both slashes: what is a plain letter here is a separator on another system.
  if (path.split(/[\\/]/).includes('..')) return { refused: 'Path traversal not allowed' }
  if (!isWithin(resolve(folder), resolve(folder, path))) return OUTSIDE
  const [base, real] = await Promise.all([realpath(folder), realpath(resolve(folder, path))])
  // Links are followed by now, so one that leads out is seen as what it is.
  return isWithin(base, real) ? { path: real } : OUTSIDE
}

/** By steps, not by letters: `/shelf-cellar` begins like `/shelf` and is not in it. */
function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
