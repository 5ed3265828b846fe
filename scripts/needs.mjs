// What the tests need from the machine: a Chromium, Python and, on Linux, bubblewrap. Found, or installed where that is allowed.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir, platform } from 'node:os'
import { join } from 'node:path'

const run = (command, args, options = {}) => spawnSync(command, args, { encoding: 'utf8', ...options })
const works = (command, args) =>
  run(command, args, { stdio: ['ignore', 'pipe', 'ignore'], timeout: 20_000 }).status === 0

/** Debian's package, where this user may install it. */
function installPackage(name) {
  if (platform() !== 'linux' || process.getuid?.() !== 0 || !works('apt-get', ['--version'])) return false
  console.error(`installing Debian's package ${name}`)
  run('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return (
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { stdio: 'ignore', env }).status === 0
  )
}

function systemChromium() {
  const places = [
    process.env.SLYGLASS_CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ]
  return places.find((path) => path !== undefined && existsSync(path))
}

function playwrightHasBrowser() {
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ??
    join(homedir(), platform() === 'darwin' ? 'Library/Caches' : '.cache', 'ms-playwright')
  return existsSync(cache) && readdirSync(cache).some((name) => name.startsWith('chromium'))
}

/** Path of a Chromium, `'playwright'` for Playwright's own, or undefined. */
export function findChromium(root) {
  const found = systemChromium()
  if (found !== undefined) return found
  if (playwrightHasBrowser()) return 'playwright'
  const playwright = join(root, 'e2e', 'node_modules', '.bin', 'playwright')
  if (
    existsSync(playwright) &&
    run(playwright, ['install', 'chromium'], { stdio: 'ignore', timeout: 300_000 }).status === 0
  )
    return 'playwright'
  return installPackage('chromium') ? systemChromium() : undefined
}

const PYTHONS = [
  process.env.SLYGLASS_PYTHON,
  'python3',
  'python3.13',
  'python3.12',
  'python3.11',
  'python3.10',
  'python',
]
const IS_NEW_ENOUGH = 'import sys; sys.exit(0 if sys.version_info >= (3, 10) else 1)'

const somePython = () => PYTHONS.find((name) => name !== undefined && works(name, ['-c', IS_NEW_ENOUGH]))

/** Everything that is missing, each with the command that installs it. Empty when the tests can run. */
export function missingNeeds(root) {
  const missing = []
  if (findChromium(root) === undefined)
    missing.push('Chromium is missing. Install it with: apt-get install chromium (or: npx playwright install chromium)')
  if (somePython() === undefined && !(installPackage('python3') && somePython()))
    missing.push('Python 3.10 or newer is missing. Install it with: apt-get install python3')
  if (platform() === 'linux' && !works('bwrap', ['--version']) && !installPackage('bubblewrap'))
    missing.push('bubblewrap is missing. Install it with: apt-get install bubblewrap')
  return missing
}
