import { defineTool } from 'slyglass'

/** `math.add` for people, commands and code; a model, which knows no dots, is told `math_add`. */
export const add = defineTool({
  name: 'math.add',
  description: 'Add two integers.',
  parameters: {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'integer' } },
    required: ['a', 'b'],
  },
  category: 'read',
  execute: (args) => {
    console.debug('args: %o', args)
    return Number(args.a) + Number(args.b)
  },
})

/** A result with structure. A renderer says how it reads; code would get the rows. */
export const table = defineTool({
  name: 'table',
  description: 'Shows what a number makes times one to ten.',
  parameters: { type: 'object', properties: { of: { type: 'integer' } }, required: ['of'] },
  category: 'read',
  renderer: (rows) =>
    (rows as readonly { times: number; makes: number }[]).map(({ times, makes }) => `${times} × = ${makes}`).join('\n'),
  execute: (args) => {
    console.debug('args: %o', args)
    return Array.from({ length: 10 }, (_, index) => ({ times: index + 1, makes: (index + 1) * Number(args.of) }))
  },
})
