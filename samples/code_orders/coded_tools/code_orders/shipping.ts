import { defineTool } from 'slyglass'

const DAYS: Readonly<Record<string, number>> = { Norway: 3, Chile: 11, Japan: 6 }

/** A tool in another language than the code that calls it. */
export const shippingDays = defineTool({
  name: 'shipping_days',
  description: 'Tells how many days a parcel takes to a country.',
  parameters: {
    type: 'object',
    properties: { country: { type: 'string', description: 'Name of the country.' } },
    required: ['country'],
  },
  outputSchema: { type: 'integer' },
  category: 'read',
  concurrencySafe: true,
  execute: (args) => {
    console.debug('args: %o', args)
    return DAYS[String(args.country)] ?? 14
  },
})
