import type { CheckOptions } from './checking/run-check.ts'
import type { CommandEntry } from './command.ts'

/** `slyglass check [PATHS]`: what the editor would say, without the editor. */
export const checkCommand: CommandEntry = {
  add(program, io) {
    program
      .command('check')
      .alias('validate')
      .argument('[paths...]', 'projects, folders or HOCON files; - for a text that is piped in', ['.'])
      .description(
        'say what is wrong with networks and the files around them; tools of trusted folders are loaded, nothing is called',
      )
      .option('--json', 'print one JSON object')
      .option('--tools', 'also hint at what might be better about tools: their sources, tests and times')
      .option('--load', 'load the files of tools also in folders that are not trusted, with your rights')
      .addHelpText('after', CODES)
      .action(async (paths: readonly string[], options: CheckOptions) => {
        const { runCheck } = await import('./checking/run-check.ts')
        await runCheck(io, paths, options)
      })
  },
}

const CODES = `
A folder with registries/manifest.hocon is a project: its manifest and every network that it names are checked,
and the files of models, tools and MCP servers that those name. A file is told by its name and its keys.
Files of tools are loaded where the studio was told to trust the folder, so that an import that fails is found;
elsewhere they are only read, unless --load says otherwise. Sources are read for what makes calls wait; --tools says
all that the editor hints at, and which tools have no test and were never measured. Of any other folder, every
.hocon file is checked. Ends with 1 when there is an error, with 2 when used wrongly.`
