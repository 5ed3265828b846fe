// One interpreter: it waits for a cell, runs it, and is ended. It never runs another one.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { readLines } from '../../read-lines.ts'
import { type CellDone, decodeCellLine, type FromCell, isReadyLine } from '../cell-messages.ts'
import { endEverything, MARK } from './end-everything.ts'

export interface CellStart {
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly isEnclosed: boolean
}

/** What is written to an interpreter that is ready. */
export interface CellBegin {
  readonly code: string
  readonly file: string
  readonly folder: string
  readonly tools: readonly string[]
  readonly media: boolean
  readonly memoryMb: number
}

export interface CellHearer {
  onQuestion(question: Exclude<FromCell, CellDone>): void
  onPrinted(bytes: Uint8Array): void
}

/** How it came to an end of its own. */
export type CellExit = CellDone | { readonly ended: 'exited'; readonly code: number; readonly stderr: string }

const MOST_LINE = 32 * 1024 ** 2
const MOST_STDERR = 8_000
/** An interpreter that starts takes seconds where forty other things are done, and a call can be stopped while it does. */
const START_MS = 120_000
/** Between the last word on the wire and the end of the process. */
const LEAVE_MS = 300
/** A process that the kernel itself holds cannot be waited for without end. */
const END_MS = 3_000
/** What output gets after everything has ended: something may hold it that nobody can find. */
const DRAIN_MS = 200

export class CellProcess {
  /** Rejects with words when there is no interpreter after all. */
  readonly ready: Promise<void>
  readonly pid: number | undefined
  readonly #start: CellStart
  readonly #child: ChildProcess
  readonly #wire: Duplex
  readonly #mark = randomUUID()
  readonly #nonce = randomUUID()
  readonly #exited: Promise<number>
  readonly #drained: Promise<unknown>
  #isReady = () => {}
  #hearer: CellHearer | undefined
  #finish: (end: CellDone | undefined) => void = () => {}
  #stderr = ''
  #ending: Promise<void> | undefined

  constructor(start: CellStart) {
    this.#start = start
    const [file = '', ...args] = start.command
    const env = { ...start.env, [MARK]: this.#mark }
    // A group of its own; nothing to read; what is printed and what is said to the studio are different pipes.
    const stdio = ['ignore', 'pipe', 'pipe', 'pipe'] as const
    const child = spawn(file, args, { cwd: start.cwd, env, stdio: [...stdio], detached: true })
    this.#child = child
    this.pid = child.pid
    this.#wire = child.stdio[3] as Duplex
    this.#exited = new Promise((resolve) => {
      child.once('error', (error) => {
        this.#stderr += error.message
        resolve(127)
      })
      child.once('exit', (code, signal) => resolve(code ?? 128 + (SIGNALS[signal ?? ''] ?? 9)))
    })
    this.#drained = Promise.all([closed(child.stdout), closed(child.stderr)])
    this.#listen()
    this.ready = this.#awaitReady()
    this.ready.catch(() => {})
  }

  get isAlive(): boolean {
    return this.#ending === undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Keeps the studio's process up, or does not. */
  hold(isHeld: boolean): void {
    const { stdout, stderr } = this.#child
    for (const one of [this.#child, this.#wire, stdout, stderr] as ({ ref(): void; unref(): void } | null)[])
      isHeld ? one?.ref() : one?.unref()
  }

  /** Runs a cell. Resolves when it has said how it ended, or is gone; something of it may still be there. */
  async begin(cell: CellBegin, hearer: CellHearer): Promise<CellExit> {
    this.#hearer = hearer
    this.#child.stdout?.on('data', (bytes: Buffer) => hearer.onPrinted(bytes))
    const said = new Promise<CellDone | undefined>((resolve) => {
      this.#finish = resolve
      this.#wire.once('close', () => resolve(undefined))
    })
    this.#write({ type: 'run', nonce: this.#nonce, ...cell })
    const done = await Promise.race([said, this.#exited])
    if (typeof done === 'object') return done
    return this.#leave(await Promise.race([said, after(LEAVE_MS)]))
  }

  answer(answer: object): void {
    this.#write(answer)
  }

  /** Ends it with all that it started, and reads what was printed to the last byte. */
  end(): Promise<void> {
    this.#ending ??= this.#end()
    return this.#ending
  }

  async #end(): Promise<void> {
    const { pid } = this.#child
    this.#finish(undefined)
    if (pid === undefined) return
    await endEverything(pid, this.#mark, this.#start.isEnclosed)
    await Promise.race([this.#exited, after(END_MS)])
    await Promise.race([this.#drained, after(DRAIN_MS)])
    for (const stream of [this.#child.stdout, this.#child.stderr, this.#wire]) stream?.destroy()
  }

  /** It is gone, or has closed its wire: then it goes now. */
  async #leave(late: CellDone | undefined): Promise<CellExit> {
    if (late !== undefined) return late
    const code = await Promise.race([this.#exited, after(LEAVE_MS)])
    if (code !== undefined) return { ended: 'exited', code, stderr: this.#stderr.trim() }
    await this.end()
    const why = 'The code closed its connection to the studio and was ended.'
    return { ended: 'exited', code: await this.#exited, stderr: `${this.#stderr.trim()}\n${why}`.trim() }
  }

  #listen(): void {
    const { stdout, stderr } = this.#child
    for (const stream of [stdout, stderr, this.#wire]) stream?.on('error', () => {})
    stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-MOST_STDERR)
    })
    readLines(
      this.#wire,
      MOST_LINE,
      (line) => this.#hear(line),
      () => {
        this.#stderr += `\nThe code sent more than ${MOST_LINE / 1024 ** 2} MB to the studio at once and was ended.`
        void this.end()
      },
    )
  }

  #hear(line: string): void {
    if (this.#hearer === undefined) {
      if (isReadyLine(line)) this.#isReady()
      return
    }
    const said = decodeCellLine(line, this.#nonce)
    if (said === undefined) return
    if (said.type === 'done') this.#finish(said)
    else this.#hearer.onQuestion(said)
  }

  #awaitReady(): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`Python ${why}\n${this.#stderr.trim()}`.trim()))
      const timer = setTimeout(() => fail(`was not ready within ${START_MS / 1000} s.`), START_MS)
      timer.unref()
      this.#isReady = () => {
        clearTimeout(timer)
        resolve()
      }
      void this.#exited.then(async (code) => {
        clearTimeout(timer)
        await this.#drained
        fail(`ended at its start with code ${code}.`)
      })
    })
  }

  #write(message: object): void {
    if (this.#wire.writable) this.#wire.write(`${JSON.stringify(message)}\n`)
  }
}

/** As a shell tells them. */
const SIGNALS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGABRT: 6,
  SIGBUS: 7,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGPIPE: 13,
  SIGTERM: 15,
}

function closed(stream: ChildProcess['stdout']): Promise<void> {
  return new Promise((resolve) => (stream === null ? resolve() : stream.once('close', resolve)))
}

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined))
}
