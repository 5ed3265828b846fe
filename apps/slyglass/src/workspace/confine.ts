import { realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { err, ok, type Result } from '@slyglass/base'
import type { Refusal } from '../refusal.ts'
import { isShownFile, isSkippedFolder } from './shown-files.ts'

/** Where file routes may reach: below `root`, and not into the `closed` folder unless the root itself lies in it. */
export interface Confinement {
  readonly root: string
  readonly closed: string
}

/**
 * The real file behind a path of a project. Links are resolved first, so neither `..` nor a link leads out of the project,
 * and a harmless name cannot stand for a hidden file.
 */
export async function resolveProjectFile(where: Confinement, path: string): Promise<Result<string, Refusal>> {
  const real = await resolveInside(where, path)
  if (!real.ok) return real
  const inside = relative(where.root, real.value)
  if (!isShownPath(path) || !isShownPath(inside.split(sep).join('/'))) return err(notShown(path))
  return real
}

/** The real path of any file of a project, shown or not: what the studio itself puts there. */
export async function resolveInside(where: Confinement, path: string): Promise<Result<string, Refusal>> {
  const parts = path.split('/')
  if (!parts.every(isPlainName)) return err(outside(path))
  const real = await realTarget(join(where.root, ...parts)).catch(() => undefined)
  if (real === undefined) return err(noPath(path))
  if (!isBelow(where.root, real)) return err(outside(path))
  if (isBelow(where.closed, real) && !isBelow(where.closed, where.root)) return err(outside(path))
  return ok(real)
}

/** True for a real path below a real folder. */
export function isBelow(folder: string, path: string): boolean {
  const inside = relative(folder, path)
  return inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)
}

function isShownPath(path: string): boolean {
  const parts = path.split('/')
  return isShownFile(parts.at(-1) ?? '') && !parts.slice(0, -1).some(isSkippedFolder)
}

/** Names that mean the same on every platform: no drive, stream, parent, or trailing dot. */
function isPlainName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[\\:\u0000-\u001f]|[. ]$/.test(name)
}

/** The real path; of a file that is not there yet, the real path of the nearest folder that is. */
async function realTarget(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (cause) {
    if ((cause as { code?: unknown } | null)?.code !== 'ENOENT' || dirname(path) === path) throw cause
    return join(await realTarget(dirname(path)), basename(path))
  }
}

const OUTSIDE = 'outside'

/** True when a path was refused because it leads out of the project. */
export const isOutside = ({ code }: Pick<Refusal, 'code'>): boolean => code === OUTSIDE

function outside(path: string): Refusal {
  return { status: 403, code: OUTSIDE, message: `${path} does not lie in the project.` }
}

/** Through a file, in a circle of links, too long, or behind a closed folder. */
function noPath(path: string): Refusal {
  return { status: 404, code: 'file-missing', message: `${path} leads to no file of the project.` }
}

function notShown(path: string): Refusal {
  return {
    status: 403,
    code: 'not-shown',
    message: `${path} is not a file that the studio shows.`,
    hint: 'Networks, tools and texts are shown; hidden files and folders of installed packages are not.',
  }
}
