// What was read of documents before, for as long as every file that reading asked for says the same: comparing texts costs a
// fraction of reading them, and runs of an unchanged network share what follows from it.
import { isOutside } from './confine.ts'
import type { ProjectFiles } from './files.ts'
import type { WithIncludes } from './read-documents.ts'

interface Known<T> {
  /** What else reading depended on. */
  readonly from: string
  /** Text by path; null where it leads out of the project, undefined where there was no such file. */
  readonly texts: ReadonlyMap<string, string | null | undefined>
  readonly read: T
}

const MOST = 200

export class KnownReads<T> {
  readonly #known = new Map<string, Known<T>>()

  async find(files: Pick<ProjectFiles, 'read'>, root: string, file: string, from: string): Promise<T | undefined> {
    const known = this.#known.get(keyOf(root, file))
    if (known?.from !== from) return undefined
    const same = await Promise.all(
      [...known.texts].map(async ([path, text]) => {
        const found = await files.read(root, path)
        return (found.ok ? found.value.text : isOutside(found.error) ? null : undefined) === text
      }),
    )
    return same.every(Boolean) ? known.read : undefined
  }

  /** What depends on which files there are is not kept. */
  keep(
    root: string,
    file: string,
    { from, read, found }: Pick<Known<T>, 'from' | 'read'> & { readonly found: WithIncludes<unknown> },
  ): void {
    if (found.hasPatterns) return
    if (this.#known.size >= MOST) this.#known.clear()
    const textOf = (path: string) => (found.outside.includes(path) ? null : found.texts[path])
    const texts = new Map([...found.asked].map((path) => [path, textOf(path)] as const))
    this.#known.set(keyOf(root, file), { from, texts, read })
  }
}

const keyOf = (root: string, file: string): string => `${root}\0${file}`
