// Whether code of this thread may have written to the descriptors 1 and 2 of the process, or started a program that may.
import programs, { ChildProcess } from 'node:child_process'
import files from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const WRITES = [
  'write',
  'writeSync',
  'writev',
  'writevSync',
  'writeFile',
  'writeFileSync',
  'appendFile',
  'appendFileSync',
] as const
const STARTS = ['spawn', 'exec', 'execFile', 'fork'] as const
const RUNS = ['spawnSync', 'execSync', 'execFileSync'] as const

/** Looks on from the moment that it is made. */
export class LooseWrites {
  #wrote = false
  #running = 0

  constructor() {
    for (const name of WRITES) watch(files, name, ([to]) => this.#onWrite(to))
    for (const name of RUNS) watch(programs, name, () => this.#onWrite(1))
    for (const name of STARTS) watch(programs, name, undefined, (started) => this.#onStart(started))
    // For those who import them by name.
    syncBuiltinESMExports()
  }

  /** Something may have been written. `isLast`: no call is left here, and what was written is told with this one. */
  take(isLast: boolean): boolean {
    const may = this.#wrote || this.#running > 0
    if (isLast) this.#wrote = false
    return may
  }

  #onWrite(to: unknown): void {
    if (to === 1 || to === 2) this.#wrote = true
  }

  #onStart(started: unknown): void {
    if (!(started instanceof ChildProcess)) return
    this.#running += 1
    started.once('close', () => {
      this.#running -= 1
      this.#wrote = true
    })
  }
}

/** What else hangs on the function stays there. */
function watch(
  place: object,
  name: string,
  before?: (args: readonly unknown[]) => void,
  after?: (made: unknown) => void,
): void {
  const original: unknown = Reflect.get(place, name)
  if (typeof original !== 'function') return
  const watched = new Proxy(original, {
    apply(target, self, args) {
      before?.(args)
      const made: unknown = Reflect.apply(target, self, args)
      after?.(made)
      return made
    },
  })
  Reflect.set(place, name, watched)
}
