// What figures need of the machine: a collected heap, and other programs on the same files.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const MAX_MS = 300_000

/** Bytes in use after everything that is not needed is collected. */
export function heapInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

/** Runs a program to its end; gives what it printed, or why it failed. */
export function runProgram(
  program: string,
  ...args: readonly string[]
): { readonly out: string; readonly fault?: string } {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', timeout: MAX_MS })
  if (error !== undefined) return { out: '', fault: error.message }
  return status === 0 ? { out: stdout } : { out: stdout, fault: stderr.slice(-200) }
}

/** A jar in the local folder of Maven; undefined when it is not there. */
export function jarOfMaven(artifact: string, version: string): string | undefined {
  const path = join(homedir(), '.m2/repository', artifact, version, `${artifact.split('/').at(-1)}-${version}.jar`)
  return existsSync(path) ? path : undefined
}

/** Asks a program by lines: one goes in, one comes back. Undefined once it ended; `fault` says why. */
export class LineProgram {
  readonly #child
  readonly #lines: AsyncIterator<string>
  fault = 'nothing was timed'

  constructor(program: string, ...args: readonly string[]) {
    this.#child = spawn(program, args, { timeout: MAX_MS })
    this.#child.on('error', ({ message }) => {
      this.fault = message
    })
    this.#child.stderr.on('data', (said) => {
      this.fault = String(said).slice(-200)
    })
    // It may have ended before it is asked.
    this.#child.stdin.on('error', () => undefined)
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]()
  }

  /** The next line it prints. */
  async said(): Promise<string | undefined> {
    const { value, done } = await this.#lines.next()
    return done === true ? undefined : value
  }

  ask(line: string): Promise<string | undefined> {
    this.#child.stdin.write(`${line}\n`)
    return this.said()
  }

  end(): void {
    this.#child.stdin.end()
  }
}
