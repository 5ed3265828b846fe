import { defineTool, fail } from 'slyglass'

const CATALOGUE = ['teapot', 'tea strainer', 'music box', 'kite', 'kite string']

const found = (query: string): string[] => CATALOGUE.filter((name) => name.includes(query.toLowerCase()))

/** Checks its argument by itself: one sentence for all that can be wrong with it. */
export const searchDatabase = defineTool({
  name: 'search_database',
  description: 'Searches the catalogue by a part of a name.',
  parameters: { type: 'object', properties: { query: { description: 'Part of a name.' } } },
  category: 'search',
  execute: (args) => {
    console.debug('args: %o', args)
    const { query } = args
    if (typeof query !== 'string' || query === '')
      return fail('query parameter is required and must be a non-empty string', { category: 'validation' })
    return found(query)
  },
})

/** Leaves the check to the schema: the model is told what was expected, and this function only ever sees a good query. */
export const findBySchema = defineTool({
  name: 'find_by_schema',
  description: 'Searches the catalogue; its schema checks the query.',
  parameters: {
    type: 'object',
    properties: { query: { type: 'string', minLength: 1, description: 'Part of a name.' } },
    required: ['query'],
  },
  category: 'search',
  execute: (args) => {
    console.debug('args: %o', args)
    return found(String(args.query))
  },
})
