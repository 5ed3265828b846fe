import type { CommandEntry } from './command.ts'
import { profileOption } from './profile-option.ts'
import type { VectorsOptions } from './vectors/run-vectors.ts'

/** `slyglass vectors FILES`: holds the HOCON engine and calls of tools to answers of others. */
export const vectorsCommand: CommandEntry = {
  add(program, io) {
    program
      .command('vectors')
      .argument('<files...>', 'files of vectors or of answers, one JSON object a line')
      .description('run vectors of HOCON or of tools; the last line is "N passed, N failed"')
      .addOption(profileOption())
      .option('--networks <dir>', 'folder of the files that answers are about')
      .option('--json', 'print the results as JSON, those that passed as well')
      .addHelpText('after', FORMATS)
      .action(async (files: readonly string[], options: VectorsOptions) => {
        const { runVectors } = await import('./vectors/run-vectors.ts')
        await runVectors(io, files, options)
      })
  },
}

const FORMATS = `
A vector has input and expected_json or expected_error; without --profile it is read as the specification says.
An answer has file and value, and network where the file is one; it counts for the loader of neuro-san only.
What Bub was seen to do has id, area, input, expected and studio; each is checked by the runner of its area, and an area that
has none fails. Where studio says "differs", the studio's own answer is checked.`
