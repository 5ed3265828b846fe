import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool, fail } from 'slyglass'

const CENTS = 4_200

export const createOrder = defineTool({
  name: 'create_order',
  description: 'Opens an order.',
  parameters: {
    type: 'object',
    properties: { pieces: { type: 'integer', minimum: 1, description: 'How many teapots.' } },
    required: ['pieces'],
  },
  // What changes something says so. Two such calls at once are pointed out.
  category: 'write',
  retries: 0,
  execute: async (args, ctx) => {
    console.debug('args: %o', args)
    // The book of orders is not fast, and whoever comes before it is done finds nothing in it.
    await sleep(300, undefined, { signal: ctx.signal })
    ctx.slyData.order = { cents: Number(args.pieces) * CENTS }
    return 'Order O-17 is open.'
  },
})

export const chargeCard = defineTool({
  name: 'charge_card',
  description: 'Takes the money for the order that is open.',
  category: 'communicate',
  retries: 0,
  execute: (args, ctx) => {
    console.debug('args: %o', args)
    const order = ctx.slyData.order as { readonly cents: number } | undefined
    if (order === undefined) return fail('There is no order, so nothing was charged', { category: 'validation' })
    return `Charged ${order.cents / 100} EUR for the open order.`
  },
})
