// A program of this machine, perhaps in a box: its streams, its end, and all that it started.
import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { PassThrough, type Readable } from 'node:stream'
import type { EnvironmentProgram, ProgramSignal } from '@slyglass/tools/define'
import { listPrograms, treeOf } from '../sandbox/process-tree.ts'
import { type TreeBreach, type TreeLimits, watchTree } from '../sandbox/watch-trees.ts'

export interface HostProgramStart {
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** A box stands around it: its first process is the box's own. */
  readonly isBoxed: boolean
  readonly limits: TreeLimits
}

/** A box is two processes before anything runs in it. */
const OWN_OF_BOX = 2

export class HostProgram implements EnvironmentProgram {
  readonly stdout: AsyncIterable<Uint8Array>
  readonly stderr: AsyncIterable<Uint8Array>
  readonly #child: ChildProcess
  readonly #isBoxed: boolean
  readonly #exited: Promise<number>
  #breach: TreeBreach | undefined

  /** Resolves once it runs; rejects when it cannot be started. */
  static async start(start: HostProgramStart): Promise<HostProgram> {
    const [file = '', ...args] = start.command
    // A group of its own, so that a signal finds what it started.
    const child = spawn(file, args, { cwd: start.cwd, env: start.env, stdio: 'pipe', detached: true })
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', reject)
    })
    return new HostProgram(child, start)
  }

  private constructor(child: ChildProcess, { isBoxed, limits }: HostProgramStart) {
    const { stdin, stdout, stderr } = child
    if (stdout === null || stderr === null) throw new Error('a program without streams')
    this.#child = child
    this.#isBoxed = isBoxed
    this.stdout = keepUntilRead(stdout)
    this.stderr = keepUntilRead(stderr)
    for (const stream of [stdin, stdout, stderr]) stream?.on('error', () => {})
    const unwatch = watchTree(child.pid ?? 0, limits, (breach) => {
      this.#breach = breach
      this.signal('SIGKILL')
    })
    this.#exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        unwatch()
        resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
      })
    })
  }

  /** Why it was ended by the studio. */
  get breach(): TreeBreach | undefined {
    return this.#breach
  }

  /** Nothing is read of it any more, whoever still holds its streams. */
  leave(): void {
    for (const stream of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) stream?.destroy()
  }

  writeInput(data: string | Uint8Array): Promise<void> {
    const { stdin } = this.#child
    if (stdin?.writable !== true) return Promise.resolve()
    return new Promise((resolve) => stdin.write(data, () => resolve()))
  }

  closeInput(): Promise<void> {
    const { stdin } = this.#child
    if (stdin?.writable !== true) return Promise.resolve()
    return new Promise((resolve) => stdin.end(() => resolve()))
  }

  wait(): Promise<number> {
    return this.#exited
  }

  signal(name: ProgramSignal): void {
    const { pid } = this.#child
    if (pid === undefined) return
    const members = treeOf(listPrograms(), pid)
    // A box that is asked to end does not wait for what is in it, so what is in it is asked alone, once it is there.
    const isAsked = this.#isBoxed && name !== 'SIGKILL' && members.length > OWN_OF_BOX
    if (!isAsked) send(-pid, name)
    for (const member of members) if (!(isAsked && member.pid === pid)) send(member.pid, name)
  }

  isRunning(): boolean {
    const { pid, exitCode, signalCode } = this.#child
    if (pid === undefined) return false
    if (exitCode === null && signalCode === null) return true
    return process.platform === 'linux' ? treeOf(listPrograms(), pid).length > 0 : isGroupThere(pid)
  }
}

/** What a program said stays until somebody asks for it: Node throws away what nobody reads at a program's end. */
function keepUntilRead(stream: Readable): AsyncIterable<Uint8Array> {
  const kept = stream.pipe(new PassThrough())
  // Let go of, it ends here as well.
  stream.once('close', () => kept.end())
  return kept
}

function send(pid: number, name: ProgramSignal): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended in the meantime.
  }
}

function isGroupThere(pid: number): boolean {
  try {
    return process.kill(-pid, 0)
  } catch {
    return false
  }
}
