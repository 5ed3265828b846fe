import { defineTool, fail } from 'slyglass'
import { inChunks } from './in_chunks.ts'
import { readSales, type Sale } from './sales.ts'

const ROWS = 10_000
const CHUNK = 1_000

/** A generator: every `yield` tells people how far it is, the returned value is the result that the model gets. */
export const memoryEfficientProcessor = defineTool({
  name: 'memory_efficient_processor',
  description: 'Sums up the rows of the sales, a thousand at a time.',
  parameters: {
    type: 'object',
    properties: { rows: { type: 'integer', minimum: 0, maximum: 1_000_000, description: `How many; ${ROWS} by default.` } },
  },
  category: 'read',
  timeoutMs: 10_000,
  async *execute(args, ctx) {
    console.debug('args: %o', args)
    const rows = typeof args.rows === 'number' ? args.rows : ROWS
    const sums = new Map<string, number>()
    let [done, chunks] = [0, 0]
    for await (const chunk of inChunks(readSales(rows), CHUNK)) {
      // Between two pieces is the place to stop.
      if (ctx.signal.aborted) return fail(`Stopped after ${done} of ${rows} rows`)
      addUp(chunk, sums)
      done += chunk.length
      chunks += 1
      yield `${done} of ${rows} rows`
    }
    return { rows: done, chunks, cents: Object.fromEntries(sums) }
  },
})

function addUp(chunk: readonly Sale[], sums: Map<string, number>): void {
  for (const { item, cents } of chunk) sums.set(item, (sums.get(item) ?? 0) + cents)
}
