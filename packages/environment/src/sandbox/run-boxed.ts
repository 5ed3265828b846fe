// One program in a box of its own: its output bounded, its time too, and nothing of it left when it ends.
import { type ChildProcess, spawn } from 'node:child_process'
import { killTree } from './process-tree.ts'
import { type TreeLimits, watchTree } from './watch-trees.ts'

export interface BoxedProgram {
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly outputBytes: number
  readonly limits: TreeLimits
  readonly signal: AbortSignal
  onOutput(stream: 'stdout' | 'stderr', text: string): void
}

export interface BoxedEnd {
  /** Both streams as they came, up to the limit. */
  readonly output: string
  readonly leftOut: number
  readonly exit: { readonly code: number | null; readonly signal: string | null }
  /** Why it was ended, where it did not end by itself. */
  readonly ended?: {
    readonly code: 'timed-out' | 'too-many-processes' | 'memory' | 'cancelled'
    readonly message: string
  }
}

/** What streams get after the program is gone: something may hold them that left the box's group. */
const DRAIN_MS = 200

/** Rejects only when the program cannot be started. */
export function runBoxed(program: BoxedProgram): Promise<BoxedEnd> {
  const [file = '', ...args] = program.command
  const stdio = ['ignore', 'pipe', 'pipe'] as const
  const child = spawn(file, args, { cwd: program.cwd, env: program.env, stdio: [...stdio], detached: true })
  return new Promise((resolve, reject) => {
    let ended: BoxedEnd['ended']
    const output = gatherOutput(child, program)
    const stop = (why: NonNullable<BoxedEnd['ended']>) => {
      ended ??= why
      if (child.pid !== undefined) killTree(child.pid)
    }
    const unwatch = child.pid === undefined ? () => {} : watchTree(child.pid, program.limits, stop)
    const late = () => stop({ code: 'timed-out', message: `did not end within ${program.timeoutMs} ms` })
    const timer = setTimeout(late, program.timeoutMs)
    const onAbort = () => stop({ code: 'cancelled', message: 'was stopped' })
    program.signal.addEventListener('abort', onAbort, { once: true })
    if (program.signal.aborted) onAbort()
    const settle = () => {
      clearTimeout(timer)
      unwatch()
      program.signal.removeEventListener('abort', onAbort)
    }
    child.once('error', (error) => {
      settle()
      reject(error)
    })
    child.once('exit', (code, signal) => {
      // What it started and left behind ends with it.
      if (child.pid !== undefined) killTree(child.pid)
      const end = () => {
        settle()
        resolve({ ...output(), exit: { code, signal }, ...(ended !== undefined && { ended }) })
      }
      const drained = setTimeout(() => {
        child.stdout?.destroy()
        child.stderr?.destroy()
      }, DRAIN_MS)
      child.once('close', () => {
        clearTimeout(drained)
        end()
      })
    })
  })
}

function gatherOutput(child: ChildProcess, program: BoxedProgram): () => Pick<BoxedEnd, 'output' | 'leftOut'> {
  const parts: Buffer[] = []
  let held = 0
  let leftOut = 0
  for (const name of ['stdout', 'stderr'] as const) {
    const decoder = new TextDecoder()
    child[name]?.on('error', () => {})
    child[name]?.on('data', (bytes: Buffer) => {
      const kept = bytes.subarray(0, Math.max(0, program.outputBytes - held))
      held += kept.length
      leftOut += bytes.length - kept.length
      if (kept.length === 0) return
      parts.push(kept)
      program.onOutput(name, decoder.decode(kept, { stream: true }))
    })
  }
  return () => ({ output: new TextDecoder().decode(Buffer.concat(parts)), leftOut })
}
