import { fail } from 'slyglass'

/** By "from to". The way back is written out too: a thermometer has no factor. */
const CONVERSIONS: Readonly<Record<string, (value: number) => number>> = {
  'km miles': (value) => value / 1.609344,
  'miles km': (value) => value * 1.609344,
  'kg pounds': (value) => value / 0.45359237,
  'pounds kg': (value) => value * 0.45359237,
  'celsius fahrenheit': (value) => (value * 9) / 5 + 32,
  'fahrenheit celsius': (value) => ((value - 32) * 5) / 9,
}

export const metadata = {
  name: 'convert_units',
  description: 'Converts between km and miles, kg and pounds, celsius and fahrenheit.',
  parameters: {
    type: 'object',
    properties: {
      value: { type: 'number', description: 'How many.' },
      from: { type: 'string', description: 'Unit of the value, such as km.' },
      to: { type: 'string', description: 'Unit of the answer, such as miles.' },
    },
    required: ['value', 'from', 'to'],
  },
  category: 'read',
  timeoutMs: 1_000,
} as const

interface Args {
  readonly value: number
  readonly from: string
  readonly to: string
}

export function execute(args: Args) {
  console.debug('args: %o', args)
  const { value, from, to } = args
  const pair = `${from} ${to}`.toLowerCase()
  const convert = Object.hasOwn(CONVERSIONS, pair) ? CONVERSIONS[pair] : undefined
  if (convert === undefined) return fail(`Unknown conversion: ${from} to ${to}`, { category: 'validation' })
  return Math.round(convert(value) * 100) / 100
}
