// A generation is a state of the tool files that a network can reach; a changed file is a new generation.
import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { ToolSources } from '@slyglass/runtime'
import { importPath } from './tool-places.ts'

const ENDINGS = {
  python: new Set(['.py']),
  typescript: new Set(['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.json']),
}
const SKIPPED = new Set(['node_modules', '__pycache__', 'venv', 'site-packages', 'dist', 'build'])
const MAX_FILES = 20_000

/** Digest over the paths, sizes and times of the tool files of one language. */
export async function toolGeneration(sources: ToolSources, language: 'python' | 'typescript'): Promise<string> {
  const files = new Set<string>()
  for (const root of new Set([...sources.toolRoots, ...importPath(sources)])) {
    await collect(root, ENDINGS[language], files)
  }
  const hash = createHash('sha256')
  for (const file of [...files].sort()) {
    const facts = await stat(file, { bigint: true }).catch(() => undefined)
    hash.update(`${file}\0${facts?.size}\0${facts?.mtimeNs}\0${facts?.ino}\n`)
  }
  return hash.digest('hex')
}

async function collect(folder: string, endings: ReadonlySet<string>, files: Set<string>): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (files.size >= MAX_FILES) return
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name) && !entry.name.startsWith('.')) await collect(path, endings, files)
    } else if (endings.has(extname(entry.name))) {
      files.add(path)
    }
  }
}
