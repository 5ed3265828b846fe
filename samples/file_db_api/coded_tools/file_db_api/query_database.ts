import { defineTool, fail } from 'slyglass'
import { openDatabase } from './database.ts'

/** Query and values go in apart; rows come back, or the database's reason. The handle lies on the board of private values. */
export const queryDatabase = defineTool({
  name: 'query_database',
  description: 'Asks the shop’s database. There is the table orders with id, item, amount and status.',
  parameters: {
    type: 'object',
    properties: { query: { type: 'string' }, params: { type: 'array', items: { type: 'string' } } },
    required: ['query'],
  },
  category: 'read',
  retries: 0,
  async execute(args, ctx) {
    console.debug('args: %o', args)
    const { query, params } = args
    try {
      const database = await openDatabase(ctx.slyData)
      return [...database.query(String(query), Array.isArray(params) ? params.map(String) : [])]
    } catch (error) {
      return fail(`Database error: ${error instanceof Error ? error.message : error}`, { category: 'external' })
    }
  },
})
