import type { CommandEntry } from './command.ts'

/** `slyglass check [PATHS]`: what the editor would say, without the editor. */
export const checkCommand: CommandEntry = {
  add(program, io) {
    program
      .command('check')
      .alias('validate')
      .argument('[paths...]', 'projects, folders or HOCON files; - for a text that is piped in', ['.'])
      .description('say what is wrong with networks and the files around them; nothing is run')
      .option('--json', 'print one JSON object')
      .option('--tools', 'also hint at what might be better about tools: their sources, tests and times')
      .addHelpText('after', CODES)
      .action(async (paths: readonly string[], options: { readonly json?: boolean; readonly tools?: boolean }) => {
        const { runCheck } = await import('./checking/run-check.ts')
        await runCheck(io, paths, options)
      })
  },
}

const CODES = `
A folder with registries/manifest.hocon is a project: its manifest and every network that it names are checked,
and the files of models, tools and MCP servers that those name. A file is told by its name and its keys.
Sources of tools are read for what makes calls wait; --tools says all that the editor hints at, and which tools have
no test and were never measured. Of any other folder, every .hocon file is checked. Ends with 1 when there is an error, with 2 when used wrongly.`
