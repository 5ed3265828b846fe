// JSON has no dates, sets, maps and functions. No result breaks a call for that: each is told in the nearest form.
import { defineTool } from 'slyglass'

export const datesAndSets = defineTool({
  name: 'dates_and_sets',
  description: 'Gives dates, a set and a map.',
  category: 'read',
  execute: (args) => {
    console.debug('args: %o', args)
    return {
      since: new Date('2026-03-01T09:30:00Z'),
      colours: new Set(['red', 'green', 'red']),
      stock: new Map([['teapots', 3]]),
    }
  },
})

export const oddValues = defineTool({
  name: 'odd_values',
  description: 'Gives values that JSON does not have.',
  category: 'read',
  execute: (args) => {
    console.debug('args: %o', args)
    const ring: Record<string, unknown> = { name: 'ring' }
    ring.itself = ring
    return { large: 9007199254740993n, never: Number.NaN, doing: function countSheep() {}, mistake: new RangeError('too far'), ring }
  },
})
