// Command lines as people type them, in a data folder of their file of tests: of the built program as a process of its own, or,
// where it matters what a command does and not how a process ends, in this process with the built hosts.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import type { CommandIo } from '../../src/commands/command.ts'
import { runCommandLine } from '../../src/commands/program.ts'
import { type BuiltProgram, buildProgram } from './built-program.ts'
import { newFolder, removeFolder } from './folders.ts'

export interface Typed {
  /** Where it is typed; the project, where nothing is said. */
  readonly cwd?: string
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
  /** What the program is called by. */
  readonly program?: string
}

export interface Said {
  readonly out: string
  readonly err: string
  readonly code: number | null | undefined
}

type Heard = { -readonly [Key in keyof Said]: Said[Key] }

const SILENCE: Said = { out: '', err: '', code: undefined }

/** Where the command lines of a file of tests are typed, and how. */
export interface CommandLines {
  readonly main: string
  readonly home: string
  /** A project as `slyglass init` makes it. */
  readonly project: string
  env(): NodeJS.ProcessEnv
  /** As a process of its own. */
  run(args: readonly string[], typed?: Typed): Said
  /** What a command of this process is given. */
  io(typed?: Typed): CommandIo
  /** In this process. */
  runHere(args: readonly string[], typed?: Typed): Promise<Said>
}

/** Builds the program and makes the project before the tests of a file. */
export function commandLines(): CommandLines {
  let program: BuiltProgram = { main: '' }
  let home = ''
  const lines: CommandLines = {
    get main() {
      return program.main
    },
    get home() {
      return home
    },
    get project() {
      return join(home, 'mine')
    },
    env: () => ({ PATH: process.env.PATH, HOME: process.env.HOME, SLYGLASS_HOME: join(home, 'data') }),
    run(args, { cwd = lines.project, input = '', env = {} } = {}) {
      const options = { cwd, env: { ...lines.env(), ...env }, input, encoding: 'utf8', timeout: 170_000 } as const
      const { stdout, stderr, status } = spawnSync(process.execPath, [program.main, ...args], options)
      return { out: stdout, err: stderr, code: status }
    },
    io: (typed = {}) => ioOf(lines, typed, { ...SILENCE }),
    async runHere(args, typed = {}) {
      const said: Heard = { ...SILENCE }
      await runCommandLine(args, '1.2.3', ioOf(lines, typed, said))
      return said
    },
  }
  beforeAll(async () => {
    program = await buildProgram()
    home = newFolder()
    expect(await lines.runHere(['init', 'mine'], { cwd: home })).toMatchObject({ code: 0 })
  })
  afterAll(() => removeFolder(home))
  return lines
}

/** What a command is given that speaks into `said`. */
function ioOf(
  lines: CommandLines,
  { cwd = lines.project, input = '', env = {}, program }: Typed,
  said: Heard,
): CommandIo {
  return {
    env: { ...lines.env(), ...env },
    cwd,
    dist: dirname(lines.main),
    ...(program !== undefined && { program }),
    input: async () => Buffer.from(input),
    out(line) {
      said.out += `${line}\n`
    },
    write(text) {
      said.out += text
    },
    err(line) {
      said.err += `${line}\n`
    },
    exit(code) {
      said.code = code
    },
  }
}
