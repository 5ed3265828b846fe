// The interpreter for what recordings hold in Python: their tools, and programs beside the server.
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPython } from '@slyglass/environment'
import type { Environment } from '../workspace/project-env.ts'

const run = promisify(execFile)

/** Packages beyond the standard library that recorded tools and programs may import. */
const PACKAGES = ['mcp', 'langchain_core']

/** An interpreter, and which of the packages it lacks. */
export interface PeerPython {
  readonly command: string
  readonly lacks: readonly string[]
}

/** `PEER_PYTHON` or `SLYGLASS_PYTHON` when one is set; else the first with all packages, else any. Undefined without Python. */
export async function findPeerPython(env: Environment): Promise<PeerPython | undefined> {
  const asked = env.PEER_PYTHON ?? env.SLYGLASS_PYTHON
  if (asked !== undefined) return probe(asked, env)
  const usual = await findPython({ env })
  const candidates = [...(usual.found ? [usual.command] : []), ...(await clientPythons(env))]
  const found = await Promise.all(candidates.map((command) => probe(command, env)))
  return found.find((python) => python?.lacks.length === 0) ?? found.find((python) => python !== undefined)
}

/** Environments of neuro-san's own clients, which `npm run clients` makes: they hold these packages. */
async function clientPythons(env: Environment): Promise<readonly string[]> {
  const cache = env.XDG_CACHE_HOME ?? (homedir() === '' ? tmpdir() : join(homedir(), '.cache'))
  const folder = env.SLYGLASS_CLIENTS ?? join(cache, 'slyglass', 'clients')
  const names: readonly string[] = await readdir(folder).catch(() => [])
  const place = process.platform === 'win32' ? ['Scripts', 'python.exe'] : ['bin', 'python']
  return [...names].sort().map((name) => join(folder, name, ...place))
}

const PROBE = `import importlib.util, json; print(json.dumps([p for p in ${JSON.stringify(PACKAGES)} if not importlib.util.find_spec(p)]))`

async function probe(command: string, { PATH, HOME }: Environment): Promise<PeerPython | undefined> {
  try {
    const { stdout } = await run(command, ['-I', '-c', PROBE], { env: { PATH, HOME }, timeout: 20_000 })
    return { command, lacks: (JSON.parse(stdout) as readonly unknown[]).map(String) }
  } catch {
    return undefined
  }
}
