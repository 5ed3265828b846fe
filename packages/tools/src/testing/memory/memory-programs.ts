// Words that a shell in memory knows. Each is a function; nothing of this machine is started.
import { joinWorkspace } from '../../define/environment.ts'
import type { ByteStream } from './byte-stream.ts'
import type { MemoryFiles } from './memory-files.ts'

/** What a program in memory finds. */
export interface MemoryProgramIo {
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly input: AsyncIterable<Uint8Array>
  readonly files: MemoryFiles
  out(data: string | Uint8Array): void
  err(data: string | Uint8Array): void
  /** Aborted when it is ended by a signal; what it does after that is not seen any more. */
  readonly signal: AbortSignal
}

/** A program in memory; its exit code is what it gives. */
export type MemoryProgram = (io: MemoryProgramIo) => number | Promise<number>

/** The words that every environment in memory knows. */
export const SHELL_WORDS: Readonly<Record<string, MemoryProgram>> = {
  true: () => 0,
  false: () => 1,
  exit: ({ args }) => Number(args[0] ?? 0) & 255,
  pwd: ({ cwd, out }) => {
    out(`${cwd}\n`)
    return 0
  },
  echo: ({ args, out }) => {
    const isBare = args[0] === '-n'
    out(`${(isBare ? args.slice(1) : args).join(' ')}${isBare ? '' : '\n'}`)
    return 0
  },
  env: ({ env, out }) => {
    for (const [name, value] of Object.entries(env)) out(`${name}=${value}\n`)
    return 0
  },
  cat: async (io) => {
    if (io.args.length === 0) for await (const bytes of io.input) io.out(bytes)
    return eachPath(io, (path) => io.out(io.files.read(path)))
  },
  ls: (io) => {
    const [folder = '.'] = io.args
    return eachPath({ ...io, args: [folder] }, (path) => {
      for (const name of io.files.namesIn(path)) io.out(`${name}\n`)
    })
  },
  mkdir: (io) => eachPath(withoutFlags(io), (path) => io.files.makeFolder(path)),
  rm: (io) =>
    eachPath(withoutFlags(io), (path) => {
      if (!io.files.remove(path) && !io.args.some((arg) => /^-\w*f/.test(arg)))
        throw new Error(`ENOENT: it is not there: ${path}`)
    }),
}

function eachPath(io: MemoryProgramIo, work: (path: string) => void): number {
  let code = 0
  for (const name of io.args) {
    try {
      work(joinWorkspace(io.cwd, name))
    } catch (error) {
      io.err(`${name}: ${error instanceof Error ? error.message : String(error)}\n`)
      code = 1
    }
  }
  return code
}

function withoutFlags(io: MemoryProgramIo): MemoryProgramIo {
  return { ...io, args: io.args.filter((arg) => !arg.startsWith('-')) }
}

/** The streams of one program. */
export interface ProgramStreams {
  readonly input: AsyncIterable<Uint8Array>
  readonly out: ByteStream
  readonly err: ByteStream
}
