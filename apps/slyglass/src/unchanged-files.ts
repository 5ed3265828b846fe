// What was made of files before, for as long as they say that nobody has written them since: a look at a file costs a fraction of
// opening and reading it, and every run asks for the same ones.
import { statSync } from 'node:fs'

/** What is known of a file without opening it. `none`: there is no such file. */
export interface Stamp {
  readonly text: string
  readonly changedAt: number
}

const NONE: Stamp = { text: 'none', changedAt: 0 }

/** Undefined where it cannot be looked at. */
export function stampOf(file: string): Stamp | undefined {
  try {
    const stat = statSync(file, { throwIfNoEntry: false })
    if (stat === undefined) return NONE
    const { dev, ino, size, mtimeMs, ctimeMs } = stat
    return { text: `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`, changedAt: Math.max(mtimeMs, ctimeMs) }
  } catch {
    return undefined
  }
}

/** A file that was written so shortly before may be written again without another time of its own; some disks keep whole seconds. */
const SETTLED_MS = 100
const SETTLED_WHOLE_MS = 2_000

function isSettled({ changedAt }: Stamp, now: number): boolean {
  return changedAt <= now - (changedAt % 1_000 === 0 ? SETTLED_WHOLE_MS : SETTLED_MS)
}

/** Values by a name for the file that they are made of. `sizeOf` says how much of `room` one takes. */
export class UnchangedFiles<T> {
  readonly #known = new Map<string, { readonly stamp: string; readonly value: T }>()
  readonly #room: number
  readonly #sizeOf: (value: T) => number
  #taken = 0

  constructor(room: number, sizeOf: (value: T) => number = () => 1) {
    this.#room = room
    this.#sizeOf = sizeOf
  }

  /** `look` is done where something is known only. */
  find(name: string, look: () => Stamp | undefined): T | undefined {
    const known = this.#known.get(name)
    return known !== undefined && known.stamp === look()?.text ? known.value : undefined
  }

  /** `stamp` was taken before the file was read. */
  keep(name: string, stamp: Stamp | undefined, value: T): void {
    if (stamp === undefined || !isSettled(stamp, Date.now())) return
    const size = this.#sizeOf(value)
    if (this.#taken + size > this.#room) {
      this.#known.clear()
      this.#taken = 0
    }
    this.#taken += size
    this.#known.set(name, { stamp: stamp.text, value })
  }
}
