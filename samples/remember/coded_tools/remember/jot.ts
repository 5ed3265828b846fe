import { defineTool } from 'slyglass'

/** The same in TypeScript. */
export const jot = defineTool({
  name: 'jot',
  description: 'Keeps a note about a thing.',
  parameters: {
    type: 'object',
    properties: { note: { type: 'string', description: 'What is to be kept.' } },
    required: ['note'],
  },
  category: 'write',
  execute: (args, ctx) => {
    console.debug('args: %o', args)
    ctx.tape.append('note', { text: args.note })
    return 'Recorded.'
  },
})
