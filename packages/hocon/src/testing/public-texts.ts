// The public HOCON files that tests and figures read from outside this project.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const shared = process.env.SLYGLASS_SHARED ?? new URL('../../../../../shared', import.meta.url).pathname

export const textSets = ['neuro-san-studio', 'neuro-san'].map((name) => ({
  name,
  root: join(shared, 'networks', name),
  answers: join(shared, 'hocon', 'corpus-expected', `${name}.jsonl`),
}))

export const haveTexts = textSets.every(({ root, answers }) => existsSync(root) && existsSync(answers))
if (!haveTexts) console.log(`public networks are not at ${shared}; set SLYGLASS_SHARED to test against them`)
if (!haveTexts && process.env.CI === 'true') throw new Error('public networks are needed under CI=true')

/** All HOCON texts below a folder, by their path in it. */
export function readTexts(root: string): ReadonlyMap<string, string> {
  if (!haveTexts) return new Map()
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).filter((path) => path.endsWith('.hocon'))
  return new Map(paths.map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]))
}

/** The lines of an answers file. */
export const linesOf = (file: string): readonly string[] => readFileSync(file, 'utf8').trim().split('\n')
