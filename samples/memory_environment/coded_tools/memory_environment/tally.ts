import { defineTool, fail, readStream } from 'slyglass'

/** Counts lines with what its environment has: it neither knows nor cares whether that is a machine. */
export const tally = defineTool({
  name: 'tally',
  description: 'Counts how often each line stands in a file, and keeps the counts in tally.json.',
  parameters: {
    type: 'object',
    properties: { file: { type: 'string', description: 'Path from the desk, such as list.txt.' } },
    required: ['file'],
  },
  category: 'write',
  execute: async (args, ctx) => {
    console.debug('args: %o', args)
    const environment = await ctx.environment()
    const program = await environment.spawn(['cat', String(args.file)])
    await program.closeInput()
    const [text, problem] = await Promise.all([readStream(program.stdout), readStream(program.stderr)])
    if ((await program.wait()) !== 0) return fail(problem.trim(), { category: 'system' })
    const counts: Record<string, number> = {}
    for (const line of text.split('\n').filter(Boolean)) counts[line] = (counts[line] ?? 0) + 1
    await environment.writeText('tally.json', JSON.stringify(counts))
    return counts
  },
})
