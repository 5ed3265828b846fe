import { defineTool, fail } from 'slyglass'

/** Something that was asked for could not be done. */
class OperationError extends Error {}

/** What may happen to the work of `safe_tool`. */
const WORK: Readonly<Record<string, () => string>> = {
  nothing: () => 'Everything went well.',
  argument: () => 'x'.repeat(-1),
  operation: () => {
    throw new OperationError('the oven is cold')
  },
  defect: () => {
    throw new Error('the recipe ends in the middle')
  },
  value: () => {
    throw 'somebody rang the bell'
  },
}

/** Does work that may go wrong in any way, and tells each way in its own words. */
export const safeTool = defineTool({
  name: 'safe_tool',
  description: 'Does something that may go wrong.',
  parameters: {
    type: 'object',
    properties: { trouble: { type: 'string', enum: Object.keys(WORK), description: 'What happens during the work.' } },
    required: ['trouble'],
  },
  category: 'read',
  execute: (args) => {
    console.debug('args: %o', args)
    return safely(() => WORK[String(args.trouble)]?.() ?? '')
  },
})

/** The result of some work, or what is told of its failure. Not everything that an error says is for a model. */
function safely(work: () => string) {
  try {
    return work()
  } catch (fault) {
    if (fault instanceof RangeError || fault instanceof TypeError)
      return fail('Invalid arguments provided', { category: 'validation', details: fault.message })
    if (fault instanceof OperationError) return fail('Operation failed', { category: 'system', details: fault.message })
    if (fault instanceof Error) return fail(`Unexpected error: ${fault.message}`, { category: 'exception' })
    return fail(`Operation aborted: ${fault}`, { category: 'exception' })
  }
}
