// The last version of each tool file that loaded: a broken save is told, and this version goes on working.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ToolBundle } from './bundle-tool.ts'
import { projectCache } from './project-cache.ts'

const kept = z.object({
  path: z.string(),
  file: z.string(),
  sha: z.string(),
  exports: z.array(z.string()),
  mayDescribe: z.boolean(),
})

/** Kept in the cache folder, so that they outlive the server. Hosts read the Python ones there. */
export class LastGood {
  readonly #cacheFolder: string
  readonly #bundles = new Map<string, ToolBundle>()

  constructor(cacheFolder: string) {
    this.#cacheFolder = cacheFolder
  }

  /** The folder with those of a project; it is there. */
  folderOf(projectRoot: string): string {
    const folder = join(projectCache(this.#cacheFolder, projectRoot), 'last-good')
    mkdirSync(folder, { recursive: true })
    return folder
  }

  /** A TypeScript file loaded from this bundle, and this was found in it. */
  keepBundle(projectRoot: string, bundle: ToolBundle, name: string): void {
    const key = keyOf(bundle.file, name)
    if (this.#bundles.get(key)?.path === bundle.path) return
    this.#bundles.set(key, bundle)
    this.#write(projectRoot, key, '.json', JSON.stringify(bundle))
  }

  /** The bundle of a file in which this was found last. */
  bundleOf(projectRoot: string, file: string, name: string): ToolBundle | undefined {
    const key = keyOf(file, name)
    const known = this.#bundles.get(key)
    if (known !== undefined) return known
    try {
      const read = kept.safeParse(JSON.parse(readFileSync(this.#place(projectRoot, key, '.json'), 'utf8')))
      return read.success && read.data.file === file ? read.data : undefined
    } catch {
      return undefined
    }
  }

  /** A Python file loaded with this text; `name`: a class that was found in it. */
  keepText(projectRoot: string, file: string, text: string, name?: string): void {
    this.#write(projectRoot, name === undefined ? file : keyOf(file, name), '.py', text)
  }

  #write(projectRoot: string, key: string, ending: string, text: string): void {
    const place = this.#place(projectRoot, key, ending)
    // Written aside and renamed: nobody reads half a file.
    const aside = `${place}.${process.pid}.${counter++}`
    writeFileSync(aside, text)
    renameSync(aside, place)
  }

  #place(projectRoot: string, key: string, ending: string): string {
    return join(this.folderOf(projectRoot), `${createHash('sha256').update(key).digest('hex')}${ending}`)
  }
}

/** A version of a file is one of the classes that it holds. */
const keyOf = (file: string, name: string) => `${file}\n${name}`

let counter = 0
