import type { Command } from 'commander'

/** One command of the command line. `add` declares it; its action answers with an exit code. */
export interface CommandEntry {
  add(program: Command, io: CommandIo): void
}

/** What commands may touch: input, output, environment, and how they end. */
export interface CommandIo {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** What people type in front of a command's name; its own name where nobody said. */
  readonly program?: string
  /** The built folder: page, hosts and samples. */
  readonly dist: string
  /** Everything that is piped in. */
  input(): Promise<Uint8Array>
  out(line: string): void
  /** Text as it is, without a line end of its own. */
  write(text: string): void
  err(line: string): void
  /** Sets the exit code; the process ends when nothing is left to do. */
  exit(code: ExitCode): void
}

/** 0 fine, 1 problems found, 2 used wrongly. */
export type ExitCode = 0 | 1 | 2
