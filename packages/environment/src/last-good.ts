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

  /** A TypeScript file loaded from this bundle. */
  keepBundle(projectRoot: string, bundle: ToolBundle): void {
    if (this.#bundles.get(bundle.file)?.path === bundle.path) return
    this.#bundles.set(bundle.file, bundle)
    this.#write(projectRoot, bundle.file, '.json', JSON.stringify(bundle))
  }

  /** The bundle from which a file loaded last. */
  bundleOf(projectRoot: string, file: string): ToolBundle | undefined {
    const known = this.#bundles.get(file)
    if (known !== undefined) return known
    try {
      const read = kept.safeParse(JSON.parse(readFileSync(this.#place(projectRoot, file, '.json'), 'utf8')))
      return read.success && read.data.file === file ? read.data : undefined
    } catch {
      return undefined
    }
  }

  /** A Python file loaded with this text. */
  keepText(projectRoot: string, file: string, text: string): void {
    this.#write(projectRoot, file, '.py', text)
  }

  #write(projectRoot: string, file: string, ending: string, text: string): void {
    const place = this.#place(projectRoot, file, ending)
    // Written aside and renamed: nobody reads half a file.
    const aside = `${place}.${process.pid}.${counter++}`
    writeFileSync(aside, text)
    renameSync(aside, place)
  }

  #place(projectRoot: string, file: string, ending: string): string {
    return join(this.folderOf(projectRoot), `${createHash('sha256').update(file).digest('hex')}${ending}`)
  }
}

let counter = 0
