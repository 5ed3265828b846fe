// A tool is a module: what it tells of itself, and what it does.
import { fail } from 'slyglass'

export const metadata = {
  name: 'calculate',
  description: 'Adds, subtracts, multiplies or divides two numbers.',
  parameters: {
    type: 'object',
    properties: {
      operation: { type: 'string', enum: ['add', 'subtract', 'multiply', 'divide'], description: 'What is done.' },
      a: { type: 'number', description: 'The first number.' },
      b: { type: 'number', description: 'The second number.' },
    },
    required: ['operation', 'a', 'b'],
  },
  category: 'read',
  timeoutMs: 1_000,
} as const

interface Args {
  readonly operation: (typeof metadata.parameters.properties.operation.enum)[number]
  readonly a: number
  readonly b: number
}

export function execute(args: Args) {
  console.debug('args: %o', args)
  const { operation, a, b } = args
  if (operation === 'divide' && b === 0) return fail('Division by zero', { category: 'validation' })
  return { add: a + b, subtract: a - b, multiply: a * b, divide: a / b }[operation]
}
