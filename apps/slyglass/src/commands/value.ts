import type { CommandEntry } from './command.ts'
import { profileOption } from './profile-option.ts'
import type { ValueOptions } from './showing/print-value.ts'

/** `slyglass value FILE [PATH]`: what a document evaluates to. */
export const valueCommand: CommandEntry = {
  add(program, io) {
    program
      .command('value')
      .argument('<file>', 'HOCON file; - for a text that is piped in')
      .argument('[path]', 'path of a value, such as tools[0].name')
      .description('print what a HOCON file evaluates to, as JSON with exact numbers')
      .addOption(profileOption().default('neuro-san'))
      .option('--root <dir>', 'folder that includes are read from (the nearest one with a manifest)')
      .option('--origin', 'print where each value is written, layer by layer')
      .option('--json', 'print one JSON object: what is wrong, and the value')
      .addHelpText('after', VARIABLES)
      .action(async (file: string, path: string | undefined, options: ValueOptions) => {
        const { printValue } = await import('./showing/print-value.ts')
        await printValue(io, file, path ?? '', options)
      })
  },
}

const VARIABLES = `
Variables that \${} may use: MODEL_NAME, AGENT_*, and those that SLYGLASS_ENV names, separated by commas.`
