// Commands that go on after their call: each has an id, by which it is asked for what it said, and ended.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { EnvironmentProgram } from '@slyglass/tools/define'

/** Between asking a command to end and ending it. */
const TERMINATE_MS = 3_000
const LOOK_MS = 25
/** What its streams get after a command is gone: something may hold them that left it. */
const DRAIN_MS = 200
const MOST_SHELLS = 32

/** A command, and what it said so far. */
export class Shell {
  readonly id = `shell_${randomBytes(4).toString('hex')}`
  readonly program: EnvironmentProgram
  readonly #mostBytes: number
  readonly #parts: Uint8Array[] = []
  #held = 0
  #leftOut = 0
  /** How far what it said was taken, where a character may still be half there. */
  readonly #decoder = new TextDecoder()
  #taken = 0
  #takenLeftOut = 0
  #exit: number | undefined
  /** Its exit code, when all that it said is here. */
  readonly ended: Promise<number>

  constructor(
    program: EnvironmentProgram,
    mostBytes: number,
    onOutput: (stream: 'stdout' | 'stderr', text: string) => void,
  ) {
    this.program = program
    this.#mostBytes = mostBytes
    const heard = Promise.all([
      this.#hear(program.stdout, (text) => onOutput('stdout', text)),
      this.#hear(program.stderr, (text) => onOutput('stderr', text)),
    ])
    this.ended = program.wait().then(async (exit) => {
      // What it started and left behind ends with it.
      program.signal('SIGKILL')
      await Promise.race([heard, pause(DRAIN_MS)])
      this.#exit = exit
      return exit
    })
  }

  /** Undefined while it goes on. */
  get exit(): number | undefined {
    return this.#exit
  }

  /** All that it said, both streams as they came. */
  get output(): string {
    return withLeftOut(new TextDecoder().decode(Buffer.concat(this.#parts)), this.#leftOut)
  }

  /** What it said since this was asked before. */
  takeOutput(): string {
    const stream = this.#exit === undefined
    const fresh = this.#decoder.decode(Buffer.concat(this.#parts.slice(this.#taken)), { stream })
    const leftOut = this.#leftOut - this.#takenLeftOut
    this.#taken = this.#parts.length
    this.#takenLeftOut = this.#leftOut
    return withLeftOut(fresh, leftOut)
  }

  /** Asks it to end, and ends it when it does not. */
  async terminate(): Promise<void> {
    const { program } = this
    program.signal('SIGTERM')
    const late = Date.now() + TERMINATE_MS
    while (program.isRunning() && Date.now() < late) await pause(LOOK_MS)
    program.signal('SIGKILL')
    await this.ended
  }

  async #hear(stream: AsyncIterable<Uint8Array>, onText: (text: string) => void): Promise<void> {
    const decoder = new TextDecoder()
    try {
      for await (const bytes of stream) {
        const kept = bytes.subarray(0, Math.max(0, this.#mostBytes - this.#held))
        this.#held += kept.length
        this.#leftOut += bytes.length - kept.length
        if (kept.length === 0) continue
        this.#parts.push(Uint8Array.from(kept))
        onText(decoder.decode(kept, { stream: true }))
      }
    } catch {
      // The stream was let go of with its program.
    }
  }
}

function withLeftOut(said: string, bytes: number): string {
  return bytes === 0 ? said : `${said}\n[${bytes.toLocaleString('en')} bytes more were left out]`
}

/** The commands of one environment that go on. */
export class Shells {
  readonly #shells = new Map<string, Shell>()

  /** False when there are too many that still run. */
  keep(shell: Shell): boolean {
    const over = [...this.#shells.values()].filter(({ exit }) => exit !== undefined)
    for (const { id } of over.slice(0, Math.max(0, this.#shells.size - MOST_SHELLS + 1))) this.#shells.delete(id)
    if (this.#shells.size >= MOST_SHELLS) return false
    this.#shells.set(shell.id, shell)
    return true
  }

  find(id: string): Shell | undefined {
    return this.#shells.get(id)
  }
}
