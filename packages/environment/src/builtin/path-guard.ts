// Which file a path of a model really means. Every step of the way is looked at, links too, and the answer has none left in it.
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, sep } from 'node:path'
import { err, ok, type Result } from '@slyglass/base'
import { isInside } from '../tool-places.ts'

/** Why a path is refused. `message` is for a model and names nothing that lies outside. */
export interface PathRefusal {
  readonly code: 'nul' | 'traversal' | 'outside' | 'links'
  readonly message: string
}

const MOST_LINKS = 40
const REFUSALS: Readonly<Record<PathRefusal['code'], string>> = {
  nul: 'A path may not hold a NUL character',
  traversal: 'Path traversal not allowed',
  outside: 'Access denied: path outside safe directory',
  links: 'Too many links in the path',
}

const refused = (code: PathRefusal['code']): Result<never, PathRefusal> => err({ code, message: REFUSALS[code] })

/** The real path of `path` below the folder `root`, whether it is there or not. Nothing is opened. */
export async function guardPath(root: string, path: string): Promise<Result<string, PathRefusal>> {
  if (path.includes('\0')) return refused('nul')
  // A backslash is part of a name here; who writes it with two dots means another system's way up.
  if (path.includes('\\') && path.split(/[\\/]/).includes('..')) return refused('traversal')
  const real = await realpath(root)
  const way = fromRoot(path, [real, root])
  return way === undefined ? refused('outside') : walk(real, way)
}

/** The steps from the root; undefined for a path that begins elsewhere. */
function fromRoot(path: string, roots: readonly string[]): readonly string[] | undefined {
  if (!isAbsolute(path)) return path.split(sep)
  const root = roots.find((one) => path === one || path.startsWith(one.endsWith(sep) ? one : `${one}${sep}`))
  return root === undefined ? undefined : path.slice(root.length).split(sep)
}

async function walk(root: string, way: readonly string[]): Promise<Result<string, PathRefusal>> {
  const steps = way.map((name) => ({ name, isOfLink: false })).reverse()
  let place = root
  let links = 0
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { name, isOfLink } = step
    if (name === '' || name === '.') continue
    const next = name === '..' ? dirname(place) : join(place, name)
    if (!isInside(next, root)) return refused(isOfLink ? 'outside' : 'traversal')
    const target = name === '..' ? undefined : await linkTarget(next)
    if (target === undefined) {
      place = next
      continue
    }
    links += 1
    if (links > MOST_LINKS) return refused('links')
    const on = fromRoot(target, [root])
    if (on === undefined) return refused('outside')
    if (isAbsolute(target)) place = root
    steps.push(...on.map((part) => ({ name: part, isOfLink: true })).reverse())
  }
  return ok(place)
}

/** Where a link leads; undefined for everything else, and for what is not there. */
async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined
  } catch {
    return undefined
  }
}

/**
 * Opens a guarded path. Whoever puts a link in its place, or in that of a folder above, gets nothing opened: on Linux the folder
 * is held open while its file is, elsewhere it is looked at once more behind the opening.
 */
export async function openGuarded(path: string, flags: number): Promise<FileHandle> {
  const folder = await open(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  try {
    await expectPlace(folder, dirname(path))
    const held = process.platform === 'linux' ? `/proc/self/fd/${folder.fd}/${basename(path)}` : path
    return await openFile(held, path, flags)
  } finally {
    await folder.close()
  }
}

async function openFile(held: string, path: string, flags: number): Promise<FileHandle> {
  const file = await open(held, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o666)
  try {
    if (!(await file.stat()).isFile()) throw Object.assign(new Error('not a file'), { code: 'EISDIR' })
    await expectPlace(file, path)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** What was opened lies where it was meant to be. */
async function expectPlace(file: FileHandle, path: string): Promise<void> {
  const place = process.platform === 'linux' ? await readlink(`/proc/self/fd/${file.fd}`) : await realpath(path)
  if (place !== path) throw Object.assign(new Error('the path has changed'), { code: 'ELOOP' })
}
