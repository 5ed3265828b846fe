// How a program that is an MCP server is started: its command as it is, enclosed like a tool, with variables of its own only.
import { existsSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path'
import { err, ok, type Result } from '@slyglass/base'
import type { McpProgram } from '@slyglass/runtime'
import { neutralVariables } from '../child-environment.ts'
import { enclose } from '../isolation.ts'
import { chooseEnclosure, type SandboxMeans } from '../sandbox/levels.ts'
import { isInside } from '../tool-places.ts'
import type { ProgramStart } from './stdio-transport.ts'

type Variables = Readonly<Record<string, string | undefined>>

export function programStart(
  program: McpProgram,
  given: { readonly env: Variables; readonly hide: readonly string[]; readonly means: SandboxMeans },
): Result<ProgramStart, string> {
  const { projectRoot, cwd = '.' } = program
  const name = programName(program)
  const folder = resolve(projectRoot, cwd)
  if (folder !== projectRoot && !isInside(folder, projectRoot))
    return err(`${name} is not started: its folder "${cwd}" lies outside of the project.`)
  const enclosure = chooseEnclosure(program, 'python', given.means)
  if (!enclosure.ok) return err(`${name} is not started. ${enclosure.error}`)
  const env = { ...neutralVariables(given.env), ...program.env }
  const bare = [program.command, ...program.args]
  if (enclosure.value.level !== 'bwrap') return ok({ command: bare, cwd: folder, env })
  const readable = readableOf(program, env.PATH)
  const { network } = enclosure.value
  const box = { projectRoot, readable, hide: given.hide, network, folder, sees: 'own' } as const
  return ok({ command: enclose(bare, box), cwd: folder, env })
}

export function programName({ command, args }: Pick<McpProgram, 'command' | 'args'>): string {
  return `The program "${[command, ...args].join(' ').slice(0, 200)}"`
}

/** What it needs beside the system: where the program and its packages lie, what its arguments name, what is listed for it. */
function readableOf({ command, args, readable = [] }: McpProgram, path: string | undefined): readonly string[] {
  const program = isAbsolute(command) ? command : findOnPath(command, path)
  const named = args.filter((arg) => isAbsolute(arg) && existsSync(arg))
  const listed = readable.map((folder) => resolve(folder.replace(/^~(?=\/|$)/, homedir())))
  const found = [...(program === undefined ? [] : aroundProgram(program)), ...named.flatMap(aroundArgument), ...listed]
  return [...new Set(found)].filter((folder) => folder !== '/')
}

function findOnPath(command: string, path = ''): string | undefined {
  return path
    .split(delimiter)
    .map((folder) => join(folder, command))
    .find((file) => existsSync(file))
}

/** An interpreter has its library beside its own folder; one of a virtual environment leads on to another. */
function aroundProgram(file: string): readonly string[] {
  if (!existsSync(file)) return []
  return [file, realpathSync(file)].map((one) => dirname(dirname(one)))
}

/** Of a script its folder, the package that it is part of, and the packages that this may import. */
function aroundArgument(path: string): readonly string[] {
  if (statSync(path).isDirectory()) return [path]
  const folders = [path, realpathSync(path)].map((one) => dirname(one))
  const above = folders.flatMap(withParents)
  const own = folders.flatMap(
    (folder) => withParents(folder).find((one) => existsSync(join(one, 'package.json'))) ?? [],
  )
  return [...folders, ...own, ...above.map((folder) => join(folder, 'node_modules')).filter(existsSync)]
}

function withParents(folder: string): readonly string[] {
  return dirname(folder) === folder ? [folder] : [folder, ...withParents(dirname(folder))]
}
