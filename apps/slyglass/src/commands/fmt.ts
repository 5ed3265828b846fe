import type { CommandEntry } from './command.ts'
import type { FormatCommand } from './formatting/run-format.ts'

/** `slyglass fmt [PATHS]`: even indentation and blanks; values, comments and line ends stay. */
export const fmtCommand: CommandEntry = {
  add(program, io) {
    program
      .command('fmt')
      .argument('[paths...]', 'HOCON files, or folders with .hocon files; - formats what is piped in', ['.'])
      .description('format HOCON files; their values do not change')
      .option('--check', 'write nothing, list the files that would change, end with 1 if there are any')
      .option('--json', 'print one JSON object: what is wrong, and the files that changed, or would change')
      .action(async (paths: readonly string[], options: FormatCommand) => {
        const { runFormat } = await import('./formatting/run-format.ts')
        await runFormat(io, paths, options)
      })
  },
}
