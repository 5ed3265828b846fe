// Refreshes the fixtures that are our own data from the reference folder: `npm run fixtures` (SLYGLASS_SHARED or ../shared).
// Third-party networks are never copied: tests read them where they lie.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const shared = resolve(process.env.SLYGLASS_SHARED ?? join(root, '..', 'shared'))
const RECORDINGS = join('fixtures', 'recordings')

/** [from below the reference folder, to below the project] */
const COPIES = [['hocon/vectors.jsonl', 'packages/hocon/fixtures/vectors.jsonl']]

function refresh(from, to) {
  rmSync(join(root, to), { recursive: true, force: true })
  mkdirSync(dirname(join(root, to)), { recursive: true })
  cpSync(join(shared, from), join(root, to), { recursive: true, filter: (path) => !/__pycache__|\.pyc$/.test(path) })
  console.log(`${from} -> ${to}`)
}

if (!existsSync(shared)) {
  console.error(`The reference folder ${shared} is not there. Set SLYGLASS_SHARED to where it lies.`)
  process.exit(1)
}
for (const [from, to] of COPIES) refresh(from, to)
for (const name of readdirSync(join(shared, 'recordings'))) {
  if (name.endsWith('.md')) continue
  refresh(join('recordings', name), join(RECORDINGS, name))
}
