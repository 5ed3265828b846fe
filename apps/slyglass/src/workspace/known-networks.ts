// Networks as they were read before, for as long as every file that reading asked for says the same: looking at files costs a
// fraction of reading them, and runs of an unchanged network share what follows from it.

import type { ProjectFiles } from './files.ts'
import type { ReadNetwork } from './networks.ts'

interface Known {
  /** What else reading depended on. */
  readonly from: string
  /** Text by path; undefined where there was no such file. */
  readonly texts: ReadonlyMap<string, string | undefined>
  readonly read: ReadNetwork
}

const MOST = 200

export class KnownNetworks {
  readonly #known = new Map<string, Known>()

  async find(
    files: Pick<ProjectFiles, 'read'>,
    root: string,
    file: string,
    from: string,
  ): Promise<ReadNetwork | undefined> {
    const known = this.#known.get(keyOf(root, file))
    if (known?.from !== from) return undefined
    const same = await Promise.all(
      [...known.texts].map(async ([path, text]) => {
        const found = await files.read(root, path)
        return (found.ok ? found.value.text : undefined) === text
      }),
    )
    return same.every(Boolean) ? known.read : undefined
  }

  keep(root: string, file: string, known: Known): void {
    if (this.#known.size >= MOST) this.#known.clear()
    this.#known.set(keyOf(root, file), known)
  }
}

const keyOf = (root: string, file: string): string => `${root}\0${file}`
