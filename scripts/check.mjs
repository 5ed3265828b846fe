// Lint, types, import table, budgets: what must hold before any test. `npm run check [-- --fix]`
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const fix = process.argv.includes('--fix')
const bin = (name) => join(root, 'node_modules', '.bin', name)

const steps = [
  ['lint', bin('biome'), ['check', '--error-on-warnings', ...(fix ? ['--write'] : []), '.']],
  ['types', bin('tsc'), ['-p', 'tsconfig.json']],
  ['import table', process.execPath, ['scripts/check-imports.mjs']],
  ['budgets', process.execPath, ['scripts/check-budgets.mjs']],
]
let failed = 0
for (const [name, command, args] of steps) {
  const started = Date.now()
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  console.log(`${name}: ${status === 0 ? 'ok' : 'failed'} in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  if (status !== 0) failed += 1
}
process.exit(failed === 0 ? 0 : 1)
