// Which interpreters a project could use, each with what is installed in it that matters to tools.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { z } from 'zod'
import { type Env, interpreterIn, isOldPython, NAMES, ownInterpreters } from './find-python.ts'
import { NEUTRAL_FOLDER, PROBE_MS } from './neutral-folder.ts'

/** Where an interpreter was found. */
export type PythonOrigin = 'chosen' | 'SLYGLASS_PYTHON' | 'project' | 'PATH'

/** One interpreter, or a place where one was looked for in vain. */
export interface ListedPython {
  readonly command: string
  readonly origin: PythonOrigin
  readonly version?: string
  /** A virtual environment rather than an installation. */
  readonly isVirtual?: boolean
  /** Versions of packages that tools and debuggers ask for. */
  readonly packages?: Readonly<Record<string, string>>
  /** Why it cannot be used. */
  readonly problem?: string
}

const PACKAGES = ['neuro-san', 'neuro-san-studio', 'langchain-core', 'pydantic', 'debugpy']
// Python puts the working folder first on its path: whatever lies there must not be imported by looking.
const PROBE = `import sys
sys.path[:] = [p for p in sys.path if p]
import json
from importlib import metadata
found = {}
for name in json.loads(sys.argv[1]):
    try:
        found[name] = metadata.version(name)
    except metadata.PackageNotFoundError:
        pass
print(json.dumps({"command": sys.executable, "version": list(sys.version_info[:3]), "isVirtual": sys.prefix != sys.base_prefix, "packages": found}))`

const answer = z.object({
  command: z.string(),
  version: z.tuple([z.number(), z.number(), z.number()]),
  isVirtual: z.boolean(),
  packages: z.record(z.string(), z.string()),
})

/** Every interpreter that can be had here, in the order in which they would be used. */
export async function listPythons(options: {
  /** Only of a trusted project: its interpreter is started. */
  readonly projectRoot?: string
  readonly env: Env
  readonly chosen?: string
}): Promise<readonly ListedPython[]> {
  const { projectRoot, env, chosen } = options
  const places: readonly (readonly [PythonOrigin, string])[] = [
    ...(chosen === undefined ? [] : [['chosen', interpreterIn(chosen)] as const]),
    ...(env.SLYGLASS_PYTHON ? [['SLYGLASS_PYTHON', env.SLYGLASS_PYTHON] as const] : []),
    ...ownInterpreters(projectRoot)
      .filter((path) => existsSync(path))
      .map((path) => ['project', path] as const),
    ...NAMES.map((name) => ['PATH', name] as const),
  ]
  const looked = await Promise.all(places.map(([origin, command]) => look(command, origin, env)))
  const seen = new Set<string>()
  return looked.filter((one) => {
    // What the PATH does not have is no news; the rest somebody named.
    if (one.problem !== undefined) return one.origin !== 'PATH'
    const isNew = !seen.has(one.command)
    seen.add(one.command)
    return isNew
  })
}

function look(command: string, origin: PythonOrigin, env: Env): Promise<ListedPython> {
  const bare = { PATH: env.PATH, HOME: env.HOME, SystemRoot: env.SystemRoot }
  const setting = { cwd: NEUTRAL_FOLDER, env: bare, timeout: PROBE_MS }
  return new Promise((resolve) => {
    execFile(command, ['-c', PROBE, JSON.stringify(PACKAGES)], setting, (error, stdout) => {
      if (error !== null) {
        const problem = error.code === 'ENOENT' ? 'is not there' : 'does not run'
        return resolve({ command, origin, problem })
      }
      resolve(read(command, origin, stdout))
    })
  })
}

function read(command: string, origin: PythonOrigin, stdout: string): ListedPython {
  let json: unknown
  try {
    json = JSON.parse(stdout)
  } catch {
    json = undefined
  }
  const parsed = answer.safeParse(json)
  if (!parsed.success) return { command, origin, problem: 'answers something else than its version' }
  const { version, ...facts } = parsed.data
  const text = version.join('.')
  if (isOldPython(version))
    return { command, origin, version: text, problem: `is ${text}, too old: 3.10 is the oldest` }
  return { ...facts, origin, version: text }
}
