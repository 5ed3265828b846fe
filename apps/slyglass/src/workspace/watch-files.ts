import { readFile, realpath } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { type Disposable, disposable } from '@slyglass/base'
import { watch } from 'chokidar'
import { isBelow } from './confine.ts'
import { hashBytes } from './files.ts'
import { isShownFile, isSkippedFolder } from './shown-files.ts'

/** A shown file that changed; null when it is gone. */
export interface FileChange {
  readonly path: string
  readonly hash: string | null
}

type Listener = (changed: readonly FileChange[]) => void

/** Tells of changes of shown files. A folder is watched while somebody listens, and a little longer. */
export interface FileWatch {
  listen(root: string, listener: Listener): Disposable
  close(): Promise<void>
}

interface Watched {
  readonly listeners: Set<Listener>
  /** Somebody listens: changes of which nobody was told yet are told. */
  wake(): void
  close(): Promise<void>
}

const GATHER_MS = 60
/** A tab that opens its stream anew lets go of the former one before, and must not miss what changes between the two. */
const LINGER_MS = 10_000
const DEPTH = 16

export function createFileWatch(): FileWatch {
  const watched = new Map<string, Watched>()
  const leave = async (root: string, entry: Watched): Promise<void> => {
    if (watched.get(root) === entry) watched.delete(root)
    await entry.close()
  }
  const leaveLater = (root: string, entry: Watched): void => {
    setTimeout(() => {
      if (entry.listeners.size === 0) void leave(root, entry)
    }, LINGER_MS).unref()
  }
  return {
    listen(root, listener) {
      const entry = watched.get(root) ?? watchFolder(root)
      watched.set(root, entry)
      entry.listeners.add(listener)
      entry.wake()
      return disposable(() => {
        entry.listeners.delete(listener)
        if (entry.listeners.size === 0) leaveLater(root, entry)
      })
    },
    async close() {
      await Promise.all([...watched].map(([root, entry]) => leave(root, entry)))
    },
  }
}

function watchFolder(root: string): Watched {
  const listeners = new Set<Listener>()
  const pending = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const tell = async (): Promise<void> => {
    timer = undefined
    if (listeners.size === 0) return
    const paths = [...pending]
    pending.clear()
    const changed = await Promise.all(paths.map((path) => changeOf(root, path)))
    for (const listener of listeners) listener(changed)
  }
  const wake = (): void => {
    if (pending.size > 0) timer ??= setTimeout(() => void tell(), GATHER_MS)
  }
  const watcher = watch(root, {
    ignoreInitial: true,
    followSymlinks: false,
    depth: DEPTH,
    ignored: (path, stats) =>
      path !== root && (stats?.isFile() ? !isShownFile(basename(path)) : isSkippedFolder(basename(path))),
  })
  watcher.on('all', (event, path) => {
    if (event === 'addDir' || event === 'unlinkDir') return
    if (!isShownFile(basename(path))) return
    pending.add(relative(root, path).split(sep).join('/'))
    wake()
  })
  // A folder that cannot be watched (a limit of the system, a removed disk) only means that changes are seen at the next read.
  watcher.on('error', () => undefined)
  return {
    listeners,
    wake,
    close() {
      clearTimeout(timer)
      return watcher.close()
    },
  }
}

/** Of what lies behind a link out of the project not even the hash is told. */
async function changeOf(root: string, path: string): Promise<FileChange> {
  const real = await realpath(join(root, path)).catch(() => undefined)
  const bytes = real === undefined || !isBelow(root, real) ? undefined : await readFile(real).catch(() => undefined)
  return { path, hash: bytes === undefined ? null : hashBytes(bytes) }
}
