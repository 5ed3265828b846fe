import type { DocumentEdit } from '@slyglass/network'
import type { Transaction, ViewSelection } from './transaction.ts'

const GROUP_GAP_MS = 1_000
const GROUP_SPAN_MS = 5_000

/** Edits and what takes them back, both in order of application. */
export interface HistoryStep {
  readonly edits: readonly DocumentEdit[]
  readonly inverse: readonly DocumentEdit[]
}

/** One thing that undo takes back. */
export interface HistoryEntry {
  readonly label: string
  readonly steps: readonly HistoryStep[]
  readonly selection?: ViewSelection
  readonly group?: string
  readonly firstAt: number
  readonly lastAt: number
  readonly size: number
}

export interface HistoryLimits {
  readonly entries: number
  readonly characters: number
}

/** The one undo history of a tab. It knows no texts, only what to apply. */
export class History {
  #done: HistoryEntry[] = []
  #undone: HistoryEntry[] = []
  #closed = false
  readonly #limits: HistoryLimits

  constructor(limits: HistoryLimits) {
    this.#limits = limits
  }

  record(transaction: Transaction, step: HistoryStep, now: number): void {
    const last = this.#done.at(-1)
    if (last !== undefined && this.#joins(last, transaction, now))
      this.#done[this.#done.length - 1] = grow(last, step, now)
    else this.#done.push(entryOf(transaction, step, now))
    this.#undone = []
    this.#closed = false
    this.#trim()
  }

  /** Ends the running group: the next transaction starts a step of its own. */
  closeGroup(): void {
    this.#closed = true
  }

  takeUndo(): HistoryEntry | undefined {
    const entry = this.#done.pop()
    if (entry !== undefined) this.#undone.push(entry)
    this.#closed = true
    return entry
  }

  takeRedo(): HistoryEntry | undefined {
    const entry = this.#undone.pop()
    if (entry !== undefined) this.#done.push(entry)
    this.#closed = true
    return entry
  }

  get nextUndo(): HistoryEntry | undefined {
    return this.#done.at(-1)
  }

  get nextRedo(): HistoryEntry | undefined {
    return this.#undone.at(-1)
  }

  #joins(last: HistoryEntry, transaction: Transaction, now: number): boolean {
    if (this.#closed || transaction.group === undefined || last.group !== transaction.group) return false
    return now - last.lastAt <= GROUP_GAP_MS && now - last.firstAt <= GROUP_SPAN_MS
  }

  #trim(): void {
    let size = this.#done.reduce((sum, entry) => sum + entry.size, 0)
    while (this.#done.length > 1 && (this.#done.length > this.#limits.entries || size > this.#limits.characters)) {
      size -= this.#done.shift()?.size ?? 0
    }
  }
}

function entryOf(transaction: Transaction, step: HistoryStep, now: number): HistoryEntry {
  const { label, group, selection } = transaction
  return {
    label,
    steps: [step],
    ...(selection === undefined ? {} : { selection }),
    ...(group === undefined ? {} : { group }),
    firstAt: now,
    lastAt: now,
    size: sizeOf(step),
  }
}

function grow(entry: HistoryEntry, step: HistoryStep, now: number): HistoryEntry {
  return { ...entry, steps: [...entry.steps, step], lastAt: now, size: entry.size + sizeOf(step) }
}

const sizeOf = (step: HistoryStep) =>
  [...step.edits, ...step.inverse].reduce((sum, edit) => sum + edit.text.length + 64, 0)
