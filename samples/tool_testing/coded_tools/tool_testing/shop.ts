import { defineTool, fail } from 'slyglass'

const CENTS: Readonly<Record<string, number>> = { teapot: 4_200, kite: 1_800 }

export const findItem = defineTool({
  name: 'find_item',
  description: 'Finds what an item costs.',
  parameters: {
    type: 'object',
    properties: { item: { type: 'string', description: 'What is looked for.' } },
    required: ['item'],
  },
  category: 'read',
  targetMs: 50,
  execute: (args) => {
    console.debug('args: %o', args)
    const item = String(args.item)
    const cents = Object.hasOwn(CENTS, item) ? CENTS[item] : undefined
    return cents === undefined ? fail(`There is no ${item}`, { category: 'validation' }) : { item, cents }
  },
})

export const charge = defineTool({
  name: 'charge',
  description: 'Charges the card.',
  parameters: {
    type: 'object',
    properties: { cents: { type: 'integer', minimum: 1, description: 'How much.' } },
    required: ['cents'],
  },
  category: 'communicate',
  retries: 0,
  targetMs: 500,
  execute: (args) => {
    console.debug('args: %o', args)
    return `Charged ${Number(args.cents) / 100} EUR`
  },
})

export const ledger = defineTool({
  name: 'ledger',
  description: 'Tells what was sold.',
  category: 'read',
  execute: (args) => {
    console.debug('args: %o', args)
    return []
  },
})
