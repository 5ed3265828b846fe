import { Command, CommanderError } from 'commander'
import { callCommand } from './call.ts'
import { chatCommand } from './chat.ts'
import { checkCommand } from './check.ts'
import type { CommandEntry, CommandIo } from './command.ts'
import { exportCommand } from './export.ts'
import { fmtCommand } from './fmt.ts'
import { graphCommand } from './graph.ts'
import { importCommand } from './import.ts'
import { initCommand } from './init.ts'
import { newCommand } from './new.ts'
import { openCommand } from './open.ts'
import { isSystemFault, systemFaultText } from './reading/system-fault.ts'
import { serveCommand } from './serve.ts'
import { testCommand } from './test.ts'
import { PROGRAM } from './typed-name.ts'
import { valueCommand } from './value.ts'
import { vectorsCommand } from './vectors.ts'
import { verifyCommand } from './verify.ts'

/** Every command, in the order of the help. */
const COMMANDS: readonly CommandEntry[] = [
  openCommand,
  checkCommand,
  fmtCommand,
  valueCommand,
  graphCommand,
  vectorsCommand,
  initCommand,
  newCommand,
  importCommand,
  exportCommand,
  chatCommand,
  callCommand,
  serveCommand,
  testCommand,
  verifyCommand,
]

/** Runs one command line; answers when the command has started or ended. */
export async function runCommandLine(args: readonly string[], version: string, io: CommandIo): Promise<void> {
  const program = createProgram(version, io)
  try {
    await program.parseAsync([...args], { from: 'user' })
  } catch (cause) {
    if (cause instanceof CommanderError) return io.exit(cause.exitCode === 0 ? 0 : 2)
    if (!isSystemFault(cause)) throw cause
    io.err(systemFaultText(cause))
    io.exit(1)
  }
}

function createProgram(version: string, io: CommandIo): Command {
  const program = new Command(io.program ?? PROGRAM)
    .description('A browser studio for agent networks. Without a command it opens the studio.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('Use --help to see what there is.')
    .configureOutput({ writeOut: (text) => io.out(text.trimEnd()), writeErr: (text) => io.err(text.trimEnd()) })
    .exitOverride()
  for (const command of COMMANDS) command.add(program, io)
  // Subcommands made by `command()` inherit both settings, but only when they are set before; this keeps the table free of it.
  for (const command of program.commands) command.exitOverride().copyInheritedSettings(program)
  return program
}
