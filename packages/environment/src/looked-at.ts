// Answers that follow from files and folders, kept for as long as those are the same: to ask each whether it has changed costs a
// fraction of finding the answer again, and every run asks.
import type { Stats } from 'node:fs'
import { factsOf } from './folder-names.ts'

/** What was changed so shortly before may change again without another time of its own. */
const SETTLED_MS = 2_000
const MOST = 2_000

/** What was looked at for one answer. */
export class LookedAt {
  readonly #facts = new Map<string, Stats | undefined>()

  get size(): number {
    return this.#facts.size
  }

  /** Facts of a path; each is asked once. */
  facts(path: string): Stats | undefined {
    const known = this.#facts.get(path)
    if (known !== undefined || this.#facts.has(path)) return known
    const facts = factsOf(path)
    this.#facts.set(path, facts)
    return facts
  }

  /** Nothing of it has changed. */
  isSame(facts = factsOf): boolean {
    for (const [path, before] of this.#facts) if (!areSame(before, facts(path))) return false
    return true
  }

  /** A change after this moment will be seen. */
  isSettled(now: number): boolean {
    for (const facts of this.#facts.values())
      if (facts !== undefined && now - Math.max(facts.mtimeMs, facts.ctimeMs) <= SETTLED_MS) return false
    return true
  }
}

function areSame(before: Stats | undefined, now: Stats | undefined): boolean {
  if (before === undefined || now === undefined) return before === now
  if (before.mtimeMs !== now.mtimeMs || before.ctimeMs !== now.ctimeMs || before.mode !== now.mode) return false
  return before.size === now.size && before.ino === now.ino && before.dev === now.dev
}

/** Answers by what was asked. */
export class KeptAnswers<T> {
  readonly #kept = new Map<string, { readonly answer: T; readonly looked: LookedAt }>()

  /** The answer that was kept, if it would be the same now. */
  find(key: string, facts = factsOf): T | undefined {
    const kept = this.#kept.get(key)
    if (kept === undefined || kept.looked.isSame(facts)) return kept?.answer
    this.#kept.delete(key)
    return undefined
  }

  /** `began`: before anything was looked at. */
  keep(key: string, answer: T, looked: LookedAt, began: number): void {
    if (!looked.isSettled(began)) return
    if (this.#kept.size >= MOST) this.#kept.clear()
    this.#kept.set(key, { answer, looked })
  }
}
