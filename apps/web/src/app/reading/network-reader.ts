// Reads the open network again whenever its texts change, off the main thread, and drops answers that came too late.

import type { Result } from '@slyglass/base'
import type { Diagnostic, DocumentEdit, NetworkEdit } from '@slyglass/network'
import type { PlanFault, Reading, ReadingInput } from './messages.ts'

export interface ReaderPorts {
  /** Texts as they are now; undefined when the network's own file is not open. */
  input(): ReadingInput | undefined
  /** `tell` is told what is wrong before the whole answer is here. */
  read(input: ReadingInput, tell: (diagnostics: readonly Diagnostic[]) => void): Promise<Reading>
  plan(input: ReadingInput, edit: NetworkEdit): Promise<Result<readonly DocumentEdit[], PlanFault>>
  /** What is wrong, where that can be told without waiting for the whole answer. */
  diagnose?(input: ReadingInput): readonly Diagnostic[] | undefined
  /** Opens included documents; true when at least one more is there now, or known to lie outside. */
  openIncludes(paths: readonly string[]): Promise<boolean>
  /** Marks what is wrong in the text; the rest of the page learns it from `publish`. */
  mark(diagnostics: readonly Diagnostic[]): void
  publish(reading: Reading): void
  soon(action: () => void): void
  /** Acts when the marks have been drawn. */
  afterDrawing(action: () => void): void
}

export class NetworkReader {
  readonly #ports: ReaderPorts
  #generation = 0
  /** The generation whose problems are marked. */
  #marked = 0
  #scheduled = false
  #reading = false

  constructor(ports: ReaderPorts) {
    this.#ports = ports
  }

  /** Texts changed: what is being read now is out of date. More changes may follow at once, and are read together. */
  invalidate(): void {
    this.#generation += 1
    if (this.#scheduled) return
    this.#scheduled = true
    this.#ports.soon(() => {
      this.#scheduled = false
      this.#start()
    })
  }

  /** The same after a change that stands alone, such as a key: reading begins while the page still deals with it. */
  invalidateNow(): void {
    this.#generation += 1
    const generation = this.#generation
    this.#start()
    this.#ports.soon(() => {
      const input = generation === this.#generation ? this.#ports.input() : undefined
      const diagnostics = input && this.#ports.diagnose?.(input)
      if (diagnostics !== undefined) this.#mark(generation, diagnostics)
    })
  }

  #mark(generation: number, diagnostics: readonly Diagnostic[]): void {
    if (generation !== this.#generation || generation === this.#marked) return
    this.#marked = generation
    this.#ports.mark(diagnostics)
  }

  #start(): void {
    if (!this.#reading) this.#readOnce().catch(reportDefect)
  }

  /** The text edits that carry out an edit of the network, against the texts as they are now. */
  async plan(edit: NetworkEdit): Promise<Result<readonly DocumentEdit[], PlanFault>> {
    const input = this.#ports.input()
    const generation = this.#generation
    if (input === undefined) return { ok: false, error: { code: 'no-network', message: 'No network is open.' } }
    const planned = await this.#ports.plan(input, edit)
    return generation === this.#generation ? planned : this.plan(edit)
  }

  async #readOnce(): Promise<void> {
    const input = this.#ports.input()
    if (input === undefined) return
    const generation = this.#generation
    const isLatest = () => generation === this.#generation
    this.#reading = true
    try {
      const reading = await this.#ports.read(input, (diagnostics) => this.#mark(generation, diagnostics))
      if (!isLatest()) return
      this.#ports.afterDrawing(() => {
        if (isLatest()) this.#ports.publish(reading)
      })
      if (await this.#ports.openIncludes(reading.network.missingIncludes)) this.#generation += 1
    } finally {
      this.#reading = false
      if (!isLatest()) await this.#readOnce()
    }
  }
}

function reportDefect(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
