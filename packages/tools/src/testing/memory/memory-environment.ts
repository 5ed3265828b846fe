// An environment that is nothing but memory: tools are tried in it without a disk and without programs.
import {
  type CodeHost,
  type CodeRun,
  type Environment,
  type EnvironmentProgram,
  joinWorkspace,
  type ProgramSignal,
  type SpawnOptions,
} from '../../define/environment.ts'
import { ByteStream } from './byte-stream.ts'
import { MemoryFiles } from './memory-files.ts'
import type { MemoryProgram } from './memory-programs.ts'
import { runLine, runWords, type ShellPlace } from './memory-shell.ts'

/** What is in it at the beginning. */
export interface MemoryOptions {
  /** `/workspace` when absent; null for none. */
  readonly workspace?: string | null
  /** By path, from the workspace. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>
  /** Programs beside the few words that its shell knows. */
  readonly programs?: Readonly<Record<string, MemoryProgram>>
  readonly env?: Readonly<Record<string, string>>
  /** Runs code; without it code is refused. Its tools stay on the side of who asks. */
  readonly runCode?: (code: string, host: CodeHost) => Promise<CodeRun>
}

/** An environment in memory, and what is in it. */
export interface MemoryEnvironment extends Environment {
  readonly kind: 'memory'
  readonly files: MemoryFiles
  readonly isClosed: boolean
}

const VARIABLES = { PATH: '/bin', HOME: '/', LANG: 'C.UTF-8' }
const SIGNALS: Readonly<Record<ProgramSignal, number>> = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

/** Makes one. Programs in it are functions. */
export function memoryEnvironment(options: MemoryOptions = {}): MemoryEnvironment {
  return new EnvironmentInMemory(options)
}

class EnvironmentInMemory implements MemoryEnvironment {
  readonly kind = 'memory'
  readonly files = new MemoryFiles()
  readonly workspace: string | undefined
  readonly #options: MemoryOptions
  readonly #running = new Set<EnvironmentProgram>()
  readonly #closing = new AbortController()

  constructor(options: MemoryOptions) {
    const { workspace = '/workspace' } = options
    this.#options = options
    this.workspace = workspace ?? undefined
    this.files.makeFolder(this.workspace ?? '/')
    for (const [path, data] of Object.entries(options.files ?? {})) this.files.write(this.resolvePath(path), data)
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  resolvePath(path: string): string {
    if (path === '~' || path.startsWith('~/')) return joinWorkspace('/', path.slice(2))
    return joinWorkspace(this.workspace, path)
  }

  async spawn(command: string | readonly string[], options: SpawnOptions = {}): Promise<EnvironmentProgram> {
    this.#expectOpen()
    const { programs = {}, env = {} } = this.#options
    const ending = new AbortController()
    const place: ShellPlace = {
      cwd: options.cwd === undefined ? (this.workspace ?? '/') : this.resolvePath(options.cwd),
      env: { ...VARIABLES, ...env, ...options.env },
      ...{ files: this.files, programs, signal: ending.signal },
    }
    if (this.files.kindOf(place.cwd) !== 'folder')
      throw Object.assign(new Error(`ENOENT: the folder is not there: ${place.cwd}`), { code: 'ENOENT' })
    const program: EnvironmentProgram = new ProgramInMemory(command, place, ending)
    this.#running.add(program)
    void program.wait().finally(() => this.#running.delete(program))
    return program
  }

  async readText(path: string): Promise<string> {
    return new TextDecoder().decode(await this.readBytes(path))
  }

  async readBytes(path: string): Promise<Uint8Array> {
    this.#expectOpen()
    return Uint8Array.from(this.files.read(this.resolvePath(path)))
  }

  async writeText(path: string, text: string): Promise<void> {
    this.#expectOpen()
    this.files.write(this.resolvePath(path), text)
  }

  async runCode(code: string, host: CodeHost): Promise<CodeRun> {
    this.#expectOpen()
    const { runCode } = this.#options
    if (runCode === undefined) return { ended: 'refused', message: 'This environment was made without runCode.' }
    const { signal } = this.#closing
    return runCode(code, {
      ...host,
      signal: host.signal === undefined ? signal : AbortSignal.any([host.signal, signal]),
    })
  }

  async close(): Promise<void> {
    this.#closing.abort()
    for (const program of this.#running) program.signal('SIGKILL')
  }

  #expectOpen(): void {
    if (this.isClosed) throw new Error('The environment is closed.')
  }
}

class ProgramInMemory implements EnvironmentProgram {
  readonly stdout = new ByteStream()
  readonly stderr = new ByteStream()
  readonly #input = new ByteStream()
  readonly #ending: AbortController
  readonly #exited: Promise<number>
  #exit: (code: number) => void = () => {}
  #isRunning = true

  constructor(command: string | readonly string[], place: ShellPlace, ending: AbortController) {
    this.#ending = ending
    const streams = { input: this.#input, out: this.stdout, err: this.stderr }
    this.#exited = new Promise((resolve) => {
      this.#exit = resolve
    })
    const end = typeof command === 'string' ? runLine(command, place, streams) : runWords(command, place, streams)
    void end.then((code) => this.#over(code))
  }

  async writeInput(data: string | Uint8Array): Promise<void> {
    this.#input.write(data)
  }

  async closeInput(): Promise<void> {
    this.#input.end()
  }

  wait(): Promise<number> {
    return this.#exited
  }

  signal(name: ProgramSignal): void {
    this.#ending.abort()
    this.#over(128 + SIGNALS[name])
  }

  isRunning(): boolean {
    return this.#isRunning
  }

  #over(code: number): void {
    if (!this.#isRunning) return
    this.#isRunning = false
    for (const stream of [this.stdout, this.stderr, this.#input]) stream.end()
    this.#exit(code)
  }
}
