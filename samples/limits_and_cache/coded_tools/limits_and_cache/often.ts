import { defineTool } from 'slyglass'

/** Calls another tool many times. Each call is a call like any other: logged, limited, shown below this one in the trace. */
export const askOften = defineTool({
  name: 'ask_often',
  description: 'Calls a tool many times and counts how it ended.',
  parameters: {
    type: 'object',
    properties: {
      tool: { type: 'string', enum: ['price', 'report'], description: 'Which tool.' },
      times: { type: 'integer', minimum: 1, maximum: 250, description: 'How many calls.' },
    },
    required: ['tool', 'times'],
  },
  category: 'read',
  retries: 0,
  timeoutMs: 60_000,
  execute: async (args, ctx) => {
    console.debug('args: %o', args)
    const [tool, times] = [String(args.tool), Number(args.times)]
    let refusal = ''
    let answered = 0
    for (let item = 1; item <= times; item += 1) {
      const called = await ctx.callTool(tool, { item })
      if (called.ok) answered += 1
      else refusal = called.error
    }
    const refused = times - answered
    return refused === 0 ? `${answered} answered` : `${answered} answered, ${refused} refused: ${refusal}`
  },
})
