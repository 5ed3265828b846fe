// Files and folders that are nowhere but in memory. Failures have the codes of a system, so that who reads them finds the same words.

/** A file as it is now. `changed` counts changes: later is newer. */
export interface MemoryFile {
  readonly bytes: Uint8Array
  readonly changed: number
}

/** Whole paths with slashes. */
export class MemoryFiles {
  readonly #files = new Map<string, MemoryFile>()
  readonly #folders = new Set<string>(['/'])
  #changes = 0

  read(path: string): Uint8Array {
    const file = this.#files.get(path)
    if (file !== undefined) return file.bytes
    throw this.#folders.has(path) ? fault('EISDIR', 'it is a folder', path) : fault('ENOENT', 'it is not there', path)
  }

  /** Folders above it are made. */
  write(path: string, data: string | Uint8Array): void {
    if (this.#folders.has(path)) throw fault('EISDIR', 'it is a folder', path)
    this.makeFolder(parentOf(path))
    this.#changes += 1
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : Uint8Array.from(data)
    this.#files.set(path, { bytes, changed: this.#changes })
  }

  makeFolder(path: string): void {
    for (let folder = path; !this.#folders.has(folder); folder = parentOf(folder)) {
      if (this.#files.has(folder)) throw fault('ENOTDIR', 'a part of the path is a file', folder)
      this.#folders.add(folder)
    }
  }

  /** A file, or a folder with all that is in it; false when there is neither. */
  remove(path: string): boolean {
    const isThere = this.kindOf(path) !== undefined
    for (const one of [...this.#files.keys(), ...this.#folders])
      if (one !== '/' && (one === path || one.startsWith(`${path}/`))) {
        this.#files.delete(one)
        this.#folders.delete(one)
      }
    return isThere
  }

  kindOf(path: string): 'file' | 'folder' | undefined {
    if (this.#files.has(path)) return 'file'
    return this.#folders.has(path) ? 'folder' : undefined
  }

  changedAt(path: string): number {
    return this.#files.get(path)?.changed ?? 0
  }

  /** Paths of all files below a folder. */
  below(folder: string): readonly string[] {
    const start = folder === '/' ? '/' : `${folder}/`
    return [...this.#files.keys()].filter((path) => path.startsWith(start)).sort()
  }

  /** Names in a folder. */
  namesIn(folder: string): readonly string[] {
    if (this.kindOf(folder) === undefined) throw fault('ENOENT', 'it is not there', folder)
    const all = [...this.#files.keys(), ...this.#folders].filter((path) => path !== '/' && parentOf(path) === folder)
    return all.map((path) => path.slice(path.lastIndexOf('/') + 1)).sort()
  }
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/'
}

function fault(code: string, why: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${why}: ${path}`), { code })
}
