import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Every file below a folder. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
}

/** Files below a folder whose bytes hold one of the texts. */
export function filesHolding(folder: string, ...texts: readonly string[]): readonly string[] {
  const needles = texts.map((text) => Buffer.from(text))
  return filesBelow(folder).filter((path) => {
    const bytes = readFileSync(path)
    return needles.some((needle) => bytes.includes(needle))
  })
}

/** Writes files, path to text, below a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
