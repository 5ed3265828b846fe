// Finds an interpreter by running candidates: a name on the PATH may be a shim that runs nothing.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { FolderNames, factsThisTurn } from './folder-names.ts'
import { NEUTRAL_FOLDER, PROBE_MS } from './neutral-folder.ts'

/** A usable interpreter, or what was tried and what to do. */
export type PythonSearch =
  | {
      readonly found: true
      readonly command: string
      readonly version: string
      /** Import path of the interpreter itself, without the project's. */
      readonly path: readonly string[]
    }
  | {
      readonly found: false
      readonly tried: readonly { readonly command: string; readonly problem: string }[]
      readonly hint: string
    }

export type Env = Readonly<Record<string, string | undefined>>

const OLDEST = [3, 10] as const
const VENV = '.venv'
export const NAMES = ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python']
const HINT =
  'Install Python 3.10 or newer (Debian, Ubuntu: `apt install python3`; macOS: `brew install python`; Windows: python.org), ' +
  'or set SLYGLASS_PYTHON to an interpreter.'
// Python puts the working folder first on its path: whatever lies there must not be imported by looking.
const PROBE =
  'import sys;sys.path[:]=[p for p in sys.path if p];import json;print(json.dumps({"version":list(sys.version_info[:3]),"command":sys.executable,"path":[p for p in sys.path if p]}))'

const answer = z.object({
  version: z.tuple([z.number(), z.number(), z.number()]),
  command: z.string(),
  path: z.array(z.string()),
})
const searches = new Map<string, Promise<PythonSearch>>()

/** Finds Python for a project. A find is remembered; a failure is not, so that installing Python helps at once. */
export async function findPython(
  options: {
    readonly projectRoot?: string
    readonly env?: Env
    /** What a person chose: an interpreter, or the folder of a virtual environment. */
    readonly chosen?: string
  } = {},
): Promise<PythonSearch> {
  const env = options.env ?? process.env
  const { chosen, projectRoot } = options
  const key = JSON.stringify([candidates(projectRoot), chosen, env.SLYGLASS_PYTHON, env.PATH])
  const known = searches.get(key)
  if (known !== undefined) return known
  const search = chosen === undefined ? searchPython(projectRoot, env) : tryChosen(chosen, env)
  searches.set(key, search)
  const result = await search
  if (!result.found) searches.delete(key)
  return result
}

/** A person's choice is used or it fails: another interpreter would only hide the mistake. */
async function tryChosen(chosen: string, env: Env): Promise<PythonSearch> {
  const command = interpreterIn(chosen)
  const result = await probe(command, env)
  if (typeof result !== 'string') return { found: true, ...result }
  const hint = `The interpreter chosen in Settings is ${chosen}: ${result}. Choose another one there, or none.`
  return { found: false, tried: [{ command, problem: result }], hint }
}

/** The interpreter of a virtual environment; any other path is one itself. */
export function interpreterIn(path: string): string {
  return [join(path, 'bin', 'python'), join(path, 'Scripts', 'python.exe')].find((one) => existsSync(one)) ?? path
}

async function searchPython(projectRoot: string | undefined, env: Env): Promise<PythonSearch> {
  const chosen = env.SLYGLASS_PYTHON
  const tried: { command: string; problem: string }[] = []
  for (const command of chosen ? [chosen] : candidates(projectRoot)) {
    const result = await probe(command, env)
    if (typeof result !== 'string') return { found: true, ...result }
    tried.push({ command, problem: result })
  }
  const hint = chosen ? `SLYGLASS_PYTHON is ${chosen}: ${tried[0]?.problem}. Correct or unset it.` : HINT
  return { found: false, tried, hint }
}

function candidates(projectRoot: string | undefined): readonly string[] {
  // Each call asks, and most projects have none of their own.
  if (projectRoot === undefined || !new FolderNames(factsThisTurn).has(projectRoot, VENV)) return NAMES
  return [...ownInterpreters(projectRoot).filter((path) => existsSync(path)), ...NAMES]
}

/** Where a project may have an interpreter of its own. */
export function ownInterpreters(projectRoot: string | undefined): readonly string[] {
  if (projectRoot === undefined) return []
  return [join(projectRoot, VENV, 'bin', 'python'), join(projectRoot, VENV, 'Scripts', 'python.exe')]
}

/** True for versions that tools cannot run under. */
export function isOldPython(version: readonly [number, number, number]): boolean {
  return version[0] < OLDEST[0] || (version[0] === OLDEST[0] && version[1] < OLDEST[1])
}

type Interpreter = { readonly command: string; readonly version: string; readonly path: readonly string[] }

function probe(command: string, env: Env): Promise<Interpreter | string> {
  const bare = { PATH: env.PATH, HOME: env.HOME, SystemRoot: env.SystemRoot }
  return new Promise((resolve) => {
    execFile(command, ['-c', PROBE], { cwd: NEUTRAL_FOLDER, env: bare, timeout: PROBE_MS }, (error, stdout) => {
      const code = error?.code
      if (code === 'ENOENT') return resolve('not there')
      if (error !== null) return resolve(`does not run (${code ?? error.signal ?? error.message})`)
      resolve(readAnswer(stdout))
    })
  })
}

function readAnswer(stdout: string): Interpreter | string {
  let json: unknown
  try {
    json = JSON.parse(stdout)
  } catch {
    return 'answers something else than its version'
  }
  const parsed = answer.safeParse(json)
  if (!parsed.success) return 'answers something else than its version'
  const { version, command, path } = parsed.data
  return isOldPython(version) ? `is ${version.join('.')}, too old` : { command, version: version.join('.'), path }
}
