import { defineTool } from 'slyglass'

interface Parcel {
  readonly order: string
  readonly stops: readonly { readonly at: string; readonly place: string }[]
}

/** All stops for people and code; the model reads the last one. */
export const trackParcel = defineTool({
  name: 'track_parcel',
  description: 'Tells where the parcel of an order is.',
  parameters: {
    type: 'object',
    properties: { order_id: { type: 'string', description: 'The number of the order.' } },
    required: ['order_id'],
  },
  outputSchema: {
    type: 'object',
    properties: { order: { type: 'string' }, stops: { type: 'array', items: { type: 'object' } } },
    required: ['order', 'stops'],
  },
  category: 'read',
  renderer: (parcel) => {
    const { order, stops } = parcel as Parcel
    const last = stops.at(-1)
    return `The parcel of ${order} was last seen in ${last?.place} at ${last?.at}, after ${stops.length} stops.`
  },
  execute: (args): Parcel => {
    console.debug('args: %o', args)
    return {
      order: String(args.order_id),
      stops: [
        { at: '08:10', place: 'Harbour Street' },
        { at: '11:45', place: 'North Depot' },
      ],
    }
  },
})
