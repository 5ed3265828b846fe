import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Undefined where nothing is there any more: a server that runs writes files of a moment beside those that stay. */
function unlessGone<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw cause
  }
}

/** Every file below a folder. */
export function filesBelow(folder: string): readonly string[] {
  const names = unlessGone(() => readdirSync(folder)) ?? []
  return names.flatMap((name) => {
    const path = join(folder, name)
    const stat = unlessGone(() => statSync(path))
    if (stat === undefined) return []
    return stat.isDirectory() ? filesBelow(path) : [path]
  })
}

/** Files below a folder whose bytes hold one of the texts. */
export function filesHolding(folder: string, ...texts: readonly string[]): readonly string[] {
  const needles = texts.map((text) => Buffer.from(text))
  return filesBelow(folder).filter((path) => {
    const bytes = unlessGone(() => readFileSync(path))
    return bytes !== undefined && needles.some((needle) => bytes.includes(needle))
  })
}

/** Writes files, path to text, below a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
