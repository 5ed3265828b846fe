// What a person types in front of a command's name. It depends on how the program was started: as a script of its checkout, as an
// installed program, or as a file.
import { existsSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { CommandIo } from './command.ts'

/** The name where nothing else is known. */
export const PROGRAM = 'slyglass'

export interface Started {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder that the person is in. */
  readonly cwd: string
  /** The file that Node was asked to run. */
  readonly script: string
}

/** How this program is called by whoever started it. */
export function typedName({ env, cwd, script }: Started, isThere: (path: string) => boolean = existsSync): string {
  // The checkout's own script says where the person is; npm says that it ran the script.
  if (env.SLYGLASS_CWD !== undefined && env.npm_lifecycle_event !== undefined) {
    const checkout = join(dirname(script), '..', '..', '..')
    const prefix = packageAbove(cwd, isThere) === checkout ? '' : ` --prefix ${quoted(checkout)}`
    return `npm${prefix} run --silent ${PROGRAM} --`
  }
  const name = basename(script).replace(/\.(cmd|ps1)$/i, '')
  if (name !== PROGRAM) return `node ${quoted(shorter(cwd, script))}`
  return basename(dirname(script)) === '.bin' ? `npx ${PROGRAM}` : PROGRAM
}

/** A whole command line, as it can be typed. */
export function typed(io: Pick<CommandIo, 'program'>, words: string): string {
  return `${io.program ?? PROGRAM} ${words}`
}

/** The option that names a project which is not the current folder. A folder that npm is called from need not be the project. */
export function rootOption(cwd: string, root: string): string {
  const path = relative(cwd, root)
  return path === '' ? '' : ` --root ${quoted(shorter(cwd, root))}`
}

/** A path or name as one word of a shell. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/** The folder whose scripts npm runs for somebody who is here. */
function packageAbove(folder: string, isThere: (path: string) => boolean): string | undefined {
  if (isThere(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  return parent === folder ? undefined : packageAbove(parent, isThere)
}

function shorter(cwd: string, path: string): string {
  const near = relative(cwd, path)
  return near === '' || near.startsWith(`..${sep}..`) || near.length > path.length ? path : near
}
