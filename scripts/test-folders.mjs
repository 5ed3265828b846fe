// What tests leave lies in two folders, which end with the run: one in the system's place for such things, and one beside the
// sources, where a built program finds its packages. What a killed run left is cleared away by a later one.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'slyglass-run-'
const LEFT_MS = 3_600_000

/** Makes both folders; temporary files of this process and its children go into the first. */
export function takeTestFolders(root) {
  const run = String(process.pid)
  if (process.env.SLYGLASS_TEST_RUN === run) return
  const beside = join(root, 'apps', 'slyglass', '.cache')
  mkdirSync(beside, { recursive: true })
  for (const parent of [tmpdir(), beside]) sweep(parent)
  const folders = [tmpdir(), beside].map((parent) => mkdtempSync(join(parent, `${PREFIX}${run}-`)))
  const [temporary, programs] = folders
  // Some tests do something as another user.
  chmodSync(temporary, 0o755)
  Object.assign(process.env, { SLYGLASS_TEST_RUN: run, SLYGLASS_TEST_PROGRAMS: programs })
  for (const name of process.platform === 'win32' ? ['TEMP', 'TMP'] : ['TMPDIR']) process.env[name] = temporary
  process.once('exit', () => {
    for (const folder of folders) remove(folder)
  })
}

function sweep(parent) {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX)) continue
    const pid = Number(name.slice(PREFIX.length).split('-')[0])
    if (!isRunning(pid) && isOld(join(parent, name))) remove(join(parent, name))
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (fault) {
    return fault.code === 'EPERM'
  }
}

/** A run of another container may have the same place and another list of processes. */
function isOld(folder) {
  const state = statSync(folder, { throwIfNoEntry: false })
  return state !== undefined && Date.now() - state.mtimeMs > LEFT_MS
}

function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 })
  } catch {
    // Somebody else's, or still in use: a later run takes it.
  }
}
