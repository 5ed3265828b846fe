import { defineTool, fail } from 'slyglass'

const OPERATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
}

/** Two numbers and what to do with them. Whatever else comes is shown back, so that the model sees what it wrote. */
export const calculate = defineTool({
  name: 'calculate',
  description: 'Adds, subtracts, multiplies or divides two numbers.',
  parameters: {
    type: 'object',
    properties: {
      operation: { description: `One of ${Object.keys(OPERATIONS).join(', ')}.` },
      a: { description: 'The first number.' },
      b: { description: 'The second number.' },
    },
  },
  category: 'read',
  execute: (args) => {
    console.debug('args: %o', args)
    const { operation, a, b } = args
    // hasOwn: a model may also write "constructor".
    const known = typeof operation === 'string' && Object.hasOwn(OPERATIONS, operation) ? OPERATIONS[operation] : undefined
    if (known === undefined || typeof a !== 'number' || typeof b !== 'number')
      return fail(`Invalid arguments: ${JSON.stringify(args)}`, { category: 'validation' })
    if (operation === 'divide' && b === 0) return fail('Division by zero', { category: 'validation' })
    return known(a, b)
  },
})
