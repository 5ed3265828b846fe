import type { CommandEntry } from './command.ts'

/** `slyglass graph FILE`: entries and edges. */
export const graphCommand: CommandEntry = {
  add(program, io) {
    program
      .command('graph')
      .argument('<file>', 'file of a network; - for a text that is piped in')
      .description('print the entries of a network and the edges between them')
      .option('--json', 'print one JSON object')
      .action(async (file: string, options: { readonly json?: boolean }) => {
        const { printGraph } = await import('./showing/print-graph.ts')
        await printGraph(io, file, options.json === true)
      })
  },
}
