// What a call of a tool costs beside the barest message to a process of the same kind: `npm run bench -- tools`. It is measured in the
// program as people run it, built and in a process of its own: a loader of sources makes our side slower, and not the bare one.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

type Report = (label: string, figure: string) => void

const root = join(import.meta.dirname, '../../..')

export async function bench(report: Report): Promise<void> {
  const started = performance.now()
  const program = build(join(import.meta.dirname, 'tool-calls.ts'))
  report('built', `${Math.round(performance.now() - started)} ms`)
  const child = spawn(process.execPath, ['--max-semi-space-size=64', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [label, figure] = JSON.parse(line)
    report(label, figure)
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`the measured program ended with exit code ${code}`)
}

/** Builds the program of the bench beside the hosts; gives its path. */
function build(program: string): string {
  const folder = join(root, 'packages/environment/.cache/bench')
  mkdirSync(dirname(folder), { recursive: true })
  const args = [join(root, 'scripts/build.mjs'), 'server', folder, program]
  const built = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (built.status !== 0) throw new Error(built.stderr)
  return join(folder, 'tool-calls.js')
}
