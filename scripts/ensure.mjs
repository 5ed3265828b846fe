// Installs when the lock file is not the one that was installed, builds when a source is not the one that was built.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

const PNPM = 'pnpm@10.34.9'
const installStamp = join(root, 'node_modules', '.slyglass-installed')
const buildStamp = join(root, 'apps', 'slyglass', 'dist', 'built.json')

/** Installs packages as the lock file says, unless that was done. */
export function ensureInstalled() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .digest('hex')
  if (readText(installStamp) === wanted) return
  console.error('Installing packages …')
  run('npx', ['-y', PNPM, 'install', '--frozen-lockfile'], 'The packages could not be installed.')
  writeFileSync(installStamp, wanted)
}

/** Builds server and page, unless the present sources were built. */
export function ensureBuilt() {
  if (readText(buildStamp) === sourcePrint()) return
  console.error('Building …')
  run(process.execPath, [join(root, 'scripts', 'build.mjs')], 'The build failed.')
}

/** Notes in a built folder which sources it was built from. `print` was taken before the build began. */
export function stampBuild(folder, print) {
  writeFileSync(join(folder, 'built.json'), print)
}

/** What the sources are known by: names, sizes and times of change. */
export function sourcePrint(folder = root) {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap((source) => filesBelow(join(folder, source)))) {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${relative(folder, path)} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

const SOURCES = [
  'packages',
  'apps',
  'samples',
  'scripts/build.mjs',
  'scripts/quick-spreads.mjs',
  'package.json',
  'pnpm-lock.yaml',
]
const SKIPPED = new Set(['node_modules', 'dist', 'test', 'testing', 'bench', 'fixtures', '.cache', '__pycache__'])

function filesBelow(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return /\.test\.\w+$|\.md$/.test(path) ? [] : [path]
  return readdirSync(path)
    .filter((name) => !SKIPPED.has(name))
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}

function readText(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** Runs quietly; what it said is shown only when it failed. */
function run(command, args, complaint) {
  const windows = process.platform === 'win32'
  const done = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    shell: windows && command === 'npx',
    maxBuffer: 64e6,
  })
  if (done.status === 0) return
  const said = `${done.stdout ?? ''}${done.stderr ?? ''}`.trimEnd()
  throw new Error(
    `${said}\n${complaint} ${done.error?.message ?? `(${command} ended with ${done.status ?? done.signal})`}`.trim(),
  )
}
