// `npm test`: everything that must hold, in order, with the seconds of each part and last the line `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missingClients } from './clients.mjs'
import { ensureBuilt, ensureInstalled } from './ensure.mjs'
import { findChromium, missingNeeds } from './needs.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const reports = join(root, 'test-results')
const bin = (name) => join(root, 'node_modules', '.bin', name)
const tally = { passed: 0, failed: 0 }

function count(passed, failed) {
  tally.passed += passed
  tally.failed += failed
}

function part(name, body) {
  const started = Date.now()
  body()
  console.log(`${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

function command(file, args, env = {}) {
  return spawnSync(file, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
}

function check(name, file, args) {
  part(name, () => {
    const passed = command(file, args)
    count(passed ? 1 : 0, passed ? 0 : 1)
  })
}

/** Runs a test runner that writes a JSON report; a run without a report counts as one failure. */
function suite(name, report, file, args, env, read) {
  part(name, () => {
    rmSync(report, { force: true })
    const succeeded = command(file, args, env)
    if (!existsSync(report)) return count(0, 1)
    const { passed, failed, skipped } = read(JSON.parse(readFileSync(report, 'utf8')))
    if (skipped > 0)
      console.error(`${name}: ${skipped} tests were skipped${mayLeaveOut ? '' : '; a skipped test counts as failed'}`)
    const left = mayLeaveOut ? 0 : skipped
    const broken = failed + left === 0 && !succeeded ? 1 : 0
    count(passed, failed + left + broken)
  })
}

const readVitest = (report) => ({
  passed: report.numPassedTests,
  failed:
    report.numFailedTests +
    report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
  skipped: report.numPendingTests + report.numTodoTests,
})
const readPlaywright = ({ stats }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
})

/** What some tests need and not everybody has: those tests may be left out, but never where it is decided what lands. */
const shared = resolve(process.env.SLYGLASS_SHARED ?? join(root, '..', 'shared'))
const notAtHand = [
  ...(existsSync(join(shared, 'networks'))
    ? []
    : [`The public networks are not in ${shared} (set SLYGLASS_SHARED): the tests that read them are left out.`]),
  ...missingClients().map((line) => `${line} (the tests with them are left out)`),
]
const decides = process.env.CI === 'true'
const mayLeaveOut = notAtHand.length > 0 && !decides

function tellWhatIsNotAtHand() {
  for (const line of notAtHand) console.log(line)
  if (decides) count(0, notAtHand.length)
}

function main() {
  part('install', () => ensureInstalled())
  const missing = missingNeeds(root)
  if (missing.length > 0) {
    for (const line of missing) console.error(line)
    count(0, missing.length)
    return
  }
  mkdirSync(reports, { recursive: true })
  tellWhatIsNotAtHand()
  check('lint', bin('biome'), ['check', '--error-on-warnings', '.'])
  check('types', bin('tsc'), ['-p', 'tsconfig.json'])
  check('import table', process.execPath, ['scripts/check-imports.mjs'])
  check('budgets', process.execPath, ['scripts/check-budgets.mjs'])
  part('build', () => ensureBuilt())
  const unit = join(reports, 'vitest.json')
  suite(
    'unit, property and contract tests',
    unit,
    bin('vitest'),
    ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${unit}`],
    {},
    readVitest,
  )
  const journeys = join(reports, 'playwright.json')
  const env = { SLYGLASS_CHROMIUM: findChromium(root), PLAYWRIGHT_JSON_OUTPUT_NAME: journeys }
  const playwright = join(root, 'e2e', 'node_modules', '.bin', 'playwright')
  suite(
    'journeys in Chromium',
    journeys,
    playwright,
    ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
    env,
    readPlaywright,
  )
}

try {
  main()
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : fault)
  count(0, 1)
}
console.log(`${tally.passed} passed, ${tally.failed} failed`)
process.exit(tally.failed === 0 && tally.passed > 0 ? 0 : 1)
