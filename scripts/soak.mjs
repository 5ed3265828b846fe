// `npm run soak [-- NAME]`: the tests at full size. Tests read SLYGLASS_SOAK and widen themselves; NAME narrows to matching files.
// How long it takes is no verdict: a busy machine takes hours for what a quiet one does in minutes, so limits are far away.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt, ensureInstalled } from './ensure.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
ensureInstalled()
ensureBuilt()
// What is promised for every edit of every public network stands with the networks.
const TOGETHER = { hocon: ['packages/hocon', 'packages/network'] }
const names = process.argv.slice(2).flatMap((name) => TOGETHER[name] ?? [name])

const { status } = spawnSync(join(root, 'node_modules', '.bin', 'vitest'), ['run', '--testTimeout=7200000', ...names], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, SLYGLASS_SOAK: '1' },
})
process.exit(status ?? 1)
