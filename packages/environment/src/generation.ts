// A generation is a state of the tool files that a network can reach; a changed file is a new generation.
import { createHash } from 'node:crypto'
import { extname, join } from 'node:path'
import type { ToolSources } from '@slyglass/runtime'
import { FolderNames, factsOf } from './folder-names.ts'
import { KeptAnswers, LookedAt } from './looked-at.ts'
import { importPath, keyOfSources } from './tool-places.ts'

const ENDINGS = {
  python: new Set(['.py']),
  typescript: new Set(['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.json']),
}
const SKIPPED = new Set(['node_modules', '__pycache__', 'venv', 'site-packages', 'dist', 'build'])
const MAX_FILES = 20_000
/** Each run asks, and most projects are small: to look at once costs a tenth of asking a thread. Others work in between. */
const AT_A_TIME = 500

const digests = new KeptAnswers<string>()

/** Digest over the paths, sizes and times of the tool files of one language. */
export async function toolGeneration(
  sources: ToolSources,
  language: 'python' | 'typescript',
  facts = factsOf,
): Promise<string> {
  const key = `${language} ${keyOfSources(sources)}`
  const known = digests.find(key, facts)
  if (known !== undefined) return known
  const [looked, began] = [new LookedAt(), Date.now()]
  const digest = await lookAtAll(sources, language, looked)
  // To look at more at once would keep others waiting.
  if (looked.size < AT_A_TIME) digests.keep(key, digest, looked, began)
  return digest
}

async function lookAtAll(sources: ToolSources, language: 'python' | 'typescript', at: LookedAt): Promise<string> {
  const names = new FolderNames((path) => at.facts(path))
  const walk: Walk = { endings: ENDINGS[language], names, folders: new Set(), files: [], looked: 0 }
  for (const root of new Set([...sources.toolRoots, ...importPath(sources)])) await collect(root, walk)
  const hash = createHash('sha256')
  for (const file of walk.files.sort()) {
    const facts = at.facts(file)
    hash.update(`${file}\0${facts?.size}\0${facts?.mtimeMs}\0${facts?.ino}\n`)
    await pause(walk)
  }
  return hash.digest('hex')
}

interface Walk {
  readonly endings: ReadonlySet<string>
  readonly names: FolderNames
  readonly folders: Set<string>
  readonly files: string[]
  looked: number
}

async function collect(folder: string, walk: Walk): Promise<void> {
  // Roots lie within each other.
  if (walk.folders.has(folder)) return
  walk.folders.add(folder)
  await pause(walk)
  for (const entry of walk.names.entries(folder)) {
    if (walk.files.length >= MAX_FILES) return
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name) && !entry.name.startsWith('.')) await collect(path, walk)
    } else if (walk.endings.has(extname(entry.name))) {
      walk.files.push(path)
    }
  }
}

function pause(walk: Walk): Promise<void> | undefined {
  walk.looked += 1
  return walk.looked % AT_A_TIME === 0 ? new Promise((resolve) => setImmediate(resolve)) : undefined
}
