import { defineTool } from 'slyglass'

/** No word about limits in here: the executor counts, and this function runs only when there is room. */
export const price = defineTool({
  name: 'price',
  description: 'Tells the price of an item. 60 calls a minute for each person.',
  parameters: {
    type: 'object',
    properties: { item: { type: 'integer', minimum: 1, description: 'Number of the item.' } },
    required: ['item'],
  },
  category: 'read',
  rateLimit: { calls: 60, perMs: 60_000, key: 'deps.user_id' },
  execute: (args) => {
    console.debug('args: %o', args)
    return `Item ${args.item} costs ${10 + (Number(args.item) % 7)} EUR`
  },
})

export const report = defineTool({
  name: 'report',
  description: 'Tells what was sold. How often one may ask depends on what one pays.',
  parameters: {
    type: 'object',
    properties: { item: { type: 'integer', minimum: 1, description: 'Number of the item.' } },
    required: ['item'],
  },
  category: 'read',
  rateLimit: { calls: 100, perMs: 60_000, key: 'deps.user_id', tier: 'deps.tier', tiers: { default: 100, premium: 1000 } },
  execute: (args) => {
    console.debug('args: %o', args)
    return `Of item ${args.item} ${Number(args.item) % 5} were sold`
  },
})
