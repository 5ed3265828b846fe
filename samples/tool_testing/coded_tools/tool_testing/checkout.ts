import { defineTool, fail } from 'slyglass'

/** Finds first, charges then. Whoever fails first ends it, and nothing is charged for what was not found. */
export const checkout = defineTool({
  name: 'checkout',
  description: 'Sells one item: finds it, charges for it.',
  parameters: {
    type: 'object',
    properties: { item: { type: 'string', description: 'What is sold.' } },
    required: ['item'],
  },
  category: 'communicate',
  retries: 0,
  execute: async (args, ctx) => {
    console.debug('args: %o', args)
    const found = await ctx.callTool('find_item', { item: args.item })
    if (!found.ok) return fail(`Nothing was sold: ${found.error}`)
    const { cents } = found.value as { readonly cents: number }
    const charged = await ctx.callTool('charge', { cents })
    return charged.ok ? `Sold: ${args.item}. ${charged.text}.` : fail(`Not paid: ${charged.error}`)
  },
})
