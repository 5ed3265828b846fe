import { defineTool, fail, type ToolContext } from 'slyglass'

/** What ends the work: a step that failed. */
class StepFailed extends Error {}

/** Calls the three steps in turn. Each is a call of its own in the trace, below this one. */
export const research = defineTool({
  name: 'research',
  description: 'Researches a topic: sources, a summary, further questions.',
  parameters: {
    type: 'object',
    properties: { topic: { type: 'string', minLength: 1, description: 'What it is about.' } },
    required: ['topic'],
  },
  category: 'search',
  retries: 0,
  timeoutMs: 20_000,
  execute: async (args, ctx) => {
    console.debug('args: %o', args)
    const { topic } = args
    try {
      const sentences = await step(ctx, 'search_sources', { topic })
      const summary = await step(ctx, 'summarize', { sentences })
      const questions = await step(ctx, 'related_questions', { summary })
      return { topic, summary, related_questions: questions, timestamp: ctx.timestamp }
    } catch (fault) {
      if (fault instanceof StepFailed) return fail(`Research failed: ${fault.message}`, { category: 'external' })
      throw fault
    }
  },
})

/** The value of a step. Its failure ends everything that would have come after it. */
async function step(ctx: ToolContext, tool: string, args: object): Promise<unknown> {
  const called = await ctx.callTool(tool, args)
  if (!called.ok) throw new StepFailed(called.error)
  return called.value
}
