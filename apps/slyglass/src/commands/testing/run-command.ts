// Runs one command line in this process, in a folder of its own, and keeps what it said.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runCommandLine } from '../program.ts'

export interface Said {
  readonly out: readonly string[]
  readonly err: readonly string[]
  readonly code: number | undefined
}

export interface CommandFolder {
  readonly path: string
  /** Writes files, path to text. */
  put(files: Readonly<Record<string, string | Uint8Array>>): void
  run(...args: readonly string[]): Promise<Said>
  runWith(
    given: { readonly input?: string; readonly env?: Record<string, string> },
    ...args: readonly string[]
  ): Promise<Said>
  remove(): void
}

export function createCommandFolder(): CommandFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'slyglass-cli-')))
  const runWith: CommandFolder['runWith'] = async ({ input = '', env = {} }, ...args) => {
    const [out, err]: [string[], string[]] = [[], []]
    let code: number | undefined
    await runCommandLine(args, '1.2.3', {
      env: { PATH: process.env.PATH, SLYGLASS_HOME: join(path, 'data'), ...env },
      cwd: path,
      dist: join(path, 'dist'),
      input: async () => Buffer.from(input, 'utf8'),
      out: (line) => void out.push(line),
      write: (text) => void out.push(text),
      err: (line) => void err.push(line),
      exit: (given) => {
        code = given
      },
    })
    return { out, err, code }
  }
  return {
    path,
    put(files) {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(path, name)), { recursive: true })
        writeFileSync(join(path, name), text)
      }
    },
    run: (...args) => runWith({}, ...args),
    runWith,
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}
