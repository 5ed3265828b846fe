import { spawn } from 'node:child_process'

/** How a program ended. */
export interface Ended {
  /** What it printed, both streams in their order. */
  readonly output: string
  /** Why it did not end well. */
  readonly fault?: string
  readonly milliseconds: number
}

interface ProgramOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

const MOST_OUTPUT = 1_000_000

/** Runs a program to its end, or ends it with everything that it started when its time is over. */
export function runProgram(command: string, args: readonly string[], options: ProgramOptions): Promise<Ended> {
  const { cwd, env, timeoutMs, signal } = options
  const began = Date.now()
  return new Promise((resolve) => {
    // A group of its own, so that what it starts ends with it.
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    let output = ''
    let fault: string | undefined
    const hear = (text: string) => {
      if (output.length < MOST_OUTPUT) output += text
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear)
    const stop = (why: string) => {
      fault ??= why
      endGroup(child.pid)
    }
    const timer = setTimeout(() => stop(`It did not end within ${timeoutMs / 1000} s.`), timeoutMs)
    const onAbort = () => stop('It was stopped.')
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    const end = (why: string | undefined) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      endGroup(child.pid)
      const told = fault ?? why
      resolve({ output, milliseconds: Date.now() - began, ...(told !== undefined && { fault: told }) })
    }
    child.once('error', (error) => end(`${command} could not be started: ${error.message}`))
    child.once('close', (code, name) => end(code === 0 ? undefined : `It ended with ${name ?? `code ${code}`}.`))
  })
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // Nothing of it is left.
  }
}
