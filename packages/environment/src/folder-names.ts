// What lies in folders, read again only when a folder has changed: to ask for that costs a fraction of reading it, or of asking for
// each file that might be there.
import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs'
import { onceATurn } from './once-a-turn.ts'

interface Known {
  readonly stamp: string
  readonly entries: readonly Dirent[]
  readonly names: ReadonlySet<string>
}

const NOTHING: Known = { stamp: '', entries: [], names: new Set() }
/** A folder that was changed so shortly before may change again without another time of its own. */
const SETTLED_MS = 2_000
const MOST = 5_000
const kept = new Map<string, Known>()

/** Folders as they are while one question is answered: each is asked once. */
export class FolderNames {
  readonly #seen = new Map<string, Known>()
  readonly #facts: typeof factsOf

  constructor(facts = factsOf) {
    this.#facts = facts
  }

  /** What is gone, or may not be read, has no entries. */
  entries(folder: string): readonly Dirent[] {
    return this.#known(folder).entries
  }

  has(folder: string, name: string): boolean {
    return this.#known(folder).names.has(name)
  }

  #known(folder: string): Known {
    const seen = this.#seen.get(folder)
    if (seen !== undefined) return seen
    const known = look(folder, this.#facts(folder))
    this.#seen.set(folder, known)
    return known
  }
}

function look(folder: string, facts: Stats | undefined): Known {
  if (facts === undefined) return NOTHING
  const { mtimeMs, ctimeMs, ino, dev } = facts
  const stamp = `${mtimeMs} ${ctimeMs} ${ino} ${dev}`
  const before = kept.get(folder)
  if (before?.stamp === stamp) return before
  const now = Date.now()
  const entries = read(folder)
  const known = { stamp, entries, names: new Set(entries.map(({ name }) => name)) }
  if (kept.size >= MOST) kept.clear()
  if (now - Math.max(mtimeMs, ctimeMs) > SETTLED_MS) kept.set(folder, known)
  return known
}

function read(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** A path through a file, in a circle of links, or too long leads to nothing. */
export function factsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** For who asks much and changes nothing: many runs are at the same point at the same time. */
export const factsThisTurn: typeof factsOf = onceATurn(factsOf)
