import { defineTool, fail } from 'slyglass'
import { closedAddress, withService } from './shop_service.ts'

const PATIENCE_MS = 400

/** Asks the shop. Every way in which that can fail has its sentence. */
export const httpGet = defineTool({
  name: 'http_get',
  description: "Gets a path from the shop's service.",
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', pattern: '^/', description: 'Such as /stock.' },
      shop: { type: 'string', enum: ['open', 'closed'], description: 'Which shop; the open one where nothing is said.' },
    },
    required: ['path'],
  },
  category: 'search',
  timeoutMs: 5_000,
  execute: async (args, ctx) => {
    console.debug('args: %o', args)
    const path = String(args.path)
    if (args.shop === 'closed') return get(`${await closedAddress()}${path}`, ctx.signal)
    return withService((address) => get(`${address}${path}`, ctx.signal))
  },
})

/** The body, or a failure in words. `stop` is the call's own end: without it a stopped call would go on waiting. */
async function get(url: string, stop: AbortSignal) {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  try {
    const response = await fetch(url, { signal: AbortSignal.any([stop, patience]) })
    if (response.status === 404) return fail('Resource not found', { category: 'external' })
    if (!response.ok) return fail(`HTTP ${response.status}: Request failed`, { category: 'external' })
    return await response.text()
  } catch (fault) {
    stop.throwIfAborted()
    if (patience.aborted) return fail('Request timeout - service may be slow', { category: 'external' })
    return fail(`Network error: ${reasonOf(fault)}`, { category: 'external' })
  }
}

/** fetch says "fetch failed"; what happened is the cause of that. */
function reasonOf(fault: unknown): string {
  const cause = fault instanceof Error && fault.cause instanceof Error ? fault.cause : fault
  if (cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED') return 'the connection was refused'
  return cause instanceof Error ? cause.message : String(cause)
}
