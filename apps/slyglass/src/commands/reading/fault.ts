import type { CommandIo, ExitCode } from '../command.ts'

/** Why a command cannot do what it was asked, in words for people, and what it ends with. */
export interface CommandFault {
  readonly message: string
  readonly exit: ExitCode
  /** What it is called as a finding. */
  readonly code?: string
}

/** The command was used wrongly. */
export function wrongUse(message: string): CommandFault {
  return { message, exit: 2 }
}

/** It was used well, and there is a problem. */
export function problem(message: string, code?: string): CommandFault {
  return { message, exit: 1, ...(code !== undefined && { code }) }
}

/** Says how the command was used wrongly, and ends it. */
export function endWrongUse(io: CommandIo, message: string): void {
  endWith(io, wrongUse(message))
}

/** Says the fault and ends with it. */
export function endWith(io: CommandIo, { message, exit }: CommandFault): void {
  io.err(message)
  io.exit(exit)
}
