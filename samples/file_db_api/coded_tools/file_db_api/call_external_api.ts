import { defineTool, fail } from 'slyglass'
import { exchangeOf } from './exchange.ts'

/** Posts JSON with a key. Neither key nor address is in an argument, a result, or the words of a failure. */
export const callExternalApi = defineTool({
  name: 'call_external_api',
  description: 'Asks the exchange what an amount of crowns is in another currency.',
  parameters: {
    type: 'object',
    properties: { amount: { type: 'integer' }, currency: { type: 'string' } },
    required: ['amount', 'currency'],
  },
  category: 'communicate',
  retries: 0,
  timeoutMs: 10_000,
  async execute(args, ctx) {
    console.debug('args: %o', args)
    const { amount, currency } = args
    const { url, key } = await exchangeOf(ctx.slyData)
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ amount, currency }),
        signal: ctx.signal,
      })
      if (!answer.ok) return fail(`API returned ${answer.status}`, { category: 'external' })
      return await answer.json()
    } catch (error) {
      return fail(`Network error: ${reasonOf(error)}`, { category: 'external' })
    }
  },
})

/** The code of what went wrong; the longer words of the system hold the address. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'the exchange could not be asked'
}
