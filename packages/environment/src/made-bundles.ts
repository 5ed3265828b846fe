// Bundles that were made before, for as long as nothing that they are made of has changed: looking at files costs a fraction of
// bundling them.
import { statSync } from 'node:fs'
import type { ToolBundle } from './bundle-tool.ts'

interface Made {
  readonly bundle: ToolBundle
  readonly from: ReadonlyMap<string, string>
}

/** A file that was written so shortly before may change again without another time of its own. */
const SETTLED_MS = 2_000
const MOST = 500

export class MadeBundles {
  readonly #made = new Map<string, Made>()

  find(key: string): ToolBundle | undefined {
    const made = this.#made.get(key)
    if (made === undefined) return undefined
    for (const [file, stamp] of made.from) {
      if (stampOf(file)?.text === stamp) continue
      this.#made.delete(key)
      return undefined
    }
    return made.bundle
  }

  /** `began`: before the first of the files was read. */
  keep(key: string, bundle: ToolBundle, files: readonly string[], began: number): void {
    const from = new Map<string, string>()
    for (const file of [...files, bundle.path]) {
      const stamp = stampOf(file)
      if (stamp === undefined || (file !== bundle.path && stamp.changedAt > began - SETTLED_MS)) return
      from.set(file, stamp.text)
    }
    if (this.#made.size >= MOST) this.#made.clear()
    this.#made.set(key, { bundle, from })
  }
}

function stampOf(file: string): { readonly text: string; readonly changedAt: number } | undefined {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (stat === undefined) return undefined
  const { mtimeMs, ctimeMs, size, ino } = stat
  return { text: `${mtimeMs} ${ctimeMs} ${size} ${ino}`, changedAt: Math.max(mtimeMs, ctimeMs) }
}
