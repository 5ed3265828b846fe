// Environments on this machine. Local: programs and files as the person has them. Sandboxed: programs in a box each, files of the project.
import { constants } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import {
  type CodeHost,
  type CodeRun,
  type Environment,
  joinWorkspace,
  PathRefused,
  type SpawnOptions,
} from '@slyglass/tools/define'
import { guardPath, openGuarded } from '../builtin/path-guard.ts'
import { enclose } from '../isolation.ts'
import { DEFAULT_LIMITS } from '../options.ts'
import type { TreeLimits } from '../sandbox/watch-trees.ts'
import { HostProgram } from './host-program.ts'

/** The box around every program of a sandboxed environment. */
export interface EnvironmentBox {
  readonly projectRoot: string
  readonly network: 'on' | 'off'
  /** Not to be seen even inside of what is. */
  readonly hide: readonly string[]
}

export interface HostEnvironmentOptions {
  /** Real path of a folder; only whole paths are taken without one. */
  readonly workspace?: string
  /** Absent: host rights. */
  readonly box?: EnvironmentBox
  /** The server's variables; programs see a few neutral ones of them. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly limits?: TreeLimits
  /** Why no program may be started, where what is asked for cannot be held. */
  readonly refusal?: string
  /** Runs code here; without it code is refused. */
  readonly runCode?: (code: string, host: CodeHost) => Promise<CodeRun>
}

class EnvironmentClosed extends Error {
  constructor() {
    super('The environment is closed.')
  }
}

/** A program was not started, and why. */
export class ProgramRefused extends Error {}

const PASSED = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'USER', 'SHELL', 'TERM']
const END_MS = 3_000
const LOOK_MS = 20

export class HostEnvironment implements Environment {
  readonly kind: 'local' | 'sandboxed'
  readonly workspace: string | undefined
  readonly #options: HostEnvironmentOptions
  readonly #programs = new Set<HostProgram>()
  readonly #closing = new AbortController()

  constructor(options: HostEnvironmentOptions) {
    this.#options = options
    this.kind = options.box === undefined ? 'local' : 'sandboxed'
    this.workspace = options.workspace
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  resolvePath(path: string): string {
    if (path === '~' || path.startsWith('~/')) return joinWorkspace(homedir(), path.slice(2))
    return joinWorkspace(this.workspace, path)
  }

  async spawn(command: string | readonly string[], { cwd, env = {} }: SpawnOptions = {}): Promise<HostProgram> {
    this.#expectOpen()
    const { box, limits = DEFAULT_LIMITS, refusal } = this.#options
    if (refusal !== undefined) throw new ProgramRefused(refusal)
    const folder = cwd === undefined ? (this.workspace ?? box?.projectRoot ?? homedir()) : this.resolvePath(cwd)
    // A list goes through a shell too, which says of a program that is not there what shells say, inside of a box as well.
    const bare =
      typeof command === 'string' ? ['/bin/sh', '-c', command] : ['/bin/sh', '-c', 'exec "$@"', 'sh', ...command]
    const program = await HostProgram.start({
      command: box === undefined ? bare : enclose(bare, { ...box, readable: [], folder, sees: 'own' }),
      cwd: folder,
      env: { ...this.#variables(), ...env },
      ...{ isBoxed: box !== undefined, limits },
    })
    if (this.isClosed) {
      program.signal('SIGKILL')
      program.leave()
      throw new EnvironmentClosed()
    }
    this.#programs.add(program)
    void program.wait().then(() => program.isRunning() || this.#programs.delete(program))
    return program
  }

  async readText(path: string): Promise<string> {
    return new TextDecoder().decode(await this.readBytes(path))
  }

  async readBytes(path: string): Promise<Uint8Array> {
    this.#expectOpen()
    const whole = this.resolvePath(path)
    if (this.#options.box === undefined) return readFile(whole)
    const file = await openGuarded(await this.#confined(whole), constants.O_RDONLY)
    try {
      return await file.readFile()
    } finally {
      await file.close()
    }
  }

  async writeText(path: string, text: string): Promise<void> {
    this.#expectOpen()
    const whole = this.resolvePath(path)
    if (this.#options.box === undefined) {
      await mkdir(dirname(whole), { recursive: true })
      return writeFile(whole, text)
    }
    await mkdir(dirname(await this.#confined(whole)), { recursive: true })
    const file = await openGuarded(await this.#confined(whole), constants.O_WRONLY | constants.O_CREAT)
    try {
      await file.truncate()
      await file.writeFile(text)
    } finally {
      await file.close()
    }
  }

  async runCode(code: string, host: CodeHost): Promise<CodeRun> {
    this.#expectOpen()
    const { runCode } = this.#options
    if (runCode === undefined) return { ended: 'refused', message: 'Nothing runs code in this environment.' }
    const { signal } = this.#closing
    return runCode(code, {
      ...host,
      signal: host.signal === undefined ? signal : AbortSignal.any([host.signal, signal]),
    })
  }

  async close(): Promise<void> {
    if (this.isClosed) return
    this.#closing.abort()
    const programs = [...this.#programs]
    for (const program of programs) program.signal('SIGKILL')
    const end = Date.now() + END_MS
    while (programs.some((program) => program.isRunning()) && Date.now() < end)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    for (const program of programs) program.leave()
    this.#programs.clear()
  }

  #variables(): Record<string, string> {
    const { env } = this.#options
    return Object.fromEntries(PASSED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))
  }

  /** Files of a box are those that its programs see and may write: the project's. */
  async #confined(path: string): Promise<string> {
    const guarded = await guardPath(this.#options.box?.projectRoot ?? '/', path)
    if (!guarded.ok) throw new PathRefused(guarded.error.message)
    return guarded.value
  }

  #expectOpen(): void {
    if (this.isClosed) throw new EnvironmentClosed()
  }
}
