// `npm run clients`: the real clients of neuro-san and an MCP server's library, each in a Python environment outside of this
// repository, made once.
// The tests ask `node scripts/clients.mjs --where` which of them are there.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What is installed, by the name that the tests have for it. nsflow comes with its studio. */
const CLIENTS = { agentCli: 'neuro-san==0.7.15', nsflow: 'neuro-san-studio==0.4.3', fastMcp: 'fastmcp==4.2.3' }
const USABLE = 'import ensurepip, sys, venv; sys.exit(0 if sys.version_info >= (3, 12) else 1)'

/** The folder of the environments: the same for every working copy of this user. */
function clientsFolder() {
  if (process.env.SLYGLASS_CLIENTS !== undefined) return process.env.SLYGLASS_CLIENTS
  const cache = process.env.XDG_CACHE_HOME ?? (homedir() === '' ? tmpdir() : join(homedir(), '.cache'))
  return join(cache, 'slyglass', 'clients')
}

const place = (requirement) => join(clientsFolder(), requirement.replace('==', '-'))
const marker = (folder) => join(folder, 'complete')
const pythonIn = (folder) =>
  process.platform === 'win32' ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python')
const isThere = (requirement) => existsSync(marker(place(requirement))) && existsSync(pythonIn(place(requirement)))

/** What is missing, in one line with the command that gets it; empty when all are there. */
export function missingClients() {
  const missing = Object.values(CLIENTS).filter((requirement) => !isThere(requirement))
  if (missing.length === 0) return []
  return [`Python packages that tests meet (${missing.join(', ')}) are missing. Get them with: npm run clients`]
}

/** Programs that may be a Python that is new enough: a name on the path may be a shim that runs nothing, so each is tried. */
function candidates() {
  const root = process.env.PYENV_ROOT ?? join(homedir(), '.pyenv')
  const versions = join(root, 'versions')
  const pyenv = existsSync(versions) ? readdirSync(versions).map((name) => join(versions, name, 'bin', 'python')) : []
  const asked = process.env.SLYGLASS_CLIENTS_PYTHON
  return [
    ...(asked === undefined ? [] : [asked]),
    'python3.12',
    'python3.13',
    'python3',
    ...pyenv,
    'python3.14',
    'python',
  ]
}

function findPython() {
  return candidates().find(
    (program) => spawnSync(program, ['-c', USABLE], { stdio: 'ignore', timeout: 20_000 }).status === 0,
  )
}

/** Makes one environment; one that was begun and not ended is made anew. */
function make(python, requirement) {
  const folder = place(requirement)
  const started = Date.now()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(clientsFolder(), { recursive: true })
  run(python, ['-m', 'venv', folder], requirement)
  run(pythonIn(folder), ['-m', 'pip', 'install', '--disable-pip-version-check', '-q', requirement], requirement)
  writeFileSync(marker(folder), `${requirement}\n`)
  console.log(`${requirement}: installed into ${folder} in ${Math.round((Date.now() - started) / 1000)} s`)
}

function run(program, args, requirement) {
  const done = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64e6, timeout: 900_000 })
  if (done.status === 0) return
  const last = `${done.stdout ?? ''}${done.stderr ?? ''}`.trim().split('\n').at(-1)
  throw new Error(`${requirement} could not be installed: ${done.error?.message ?? last}`)
}

function makeMissing() {
  const missing = Object.values(CLIENTS).filter((requirement) => !isThere(requirement))
  if (missing.length === 0) return
  const python = findPython()
  if (python === undefined)
    throw new Error(
      'No Python 3.12 or newer (with venv) was found for the packages that tests meet. Install one, for instance with: pyenv install 3.12',
    )
  for (const requirement of missing) make(python, requirement)
}

function where() {
  const found = Object.entries(CLIENTS).filter(([, requirement]) => isThere(requirement))
  return Object.fromEntries(found.map(([name, requirement]) => [name, pythonIn(place(requirement))]))
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--where')) console.log(JSON.stringify(where()))
  else
    try {
      makeMissing()
    } catch (fault) {
      console.error(fault.message)
      process.exit(1)
    }
}
