import { defineTool } from 'slyglass'

/** A page that is different each time it is really fetched: it holds the moment of the call. */
export const fetchPage = defineTool({
  name: 'fetch_page',
  description: 'Fetches a page. A page is kept for five minutes.',
  parameters: {
    type: 'object',
    properties: { url: { type: 'string', description: 'Address of the page.' } },
    required: ['url'],
  },
  category: 'search',
  cache: { ttlMs: 300_000, key: ['url'] },
  execute: (args, ctx) => {
    console.debug('args: %o', args)
    // A real one would ask the address here.
    return `Edition ${ctx.timestamp.toISOString()} of ${args.url}`
  },
})
