import { defineTool } from 'slyglass'
import { chooseStyle, type Style } from './choose_style.ts'

const WORDS: Readonly<Record<Style, (thing: string) => string>> = {
  formal: (thing) => `Allow me to inform you that the ${thing} is in working order.`,
  casual: (thing) => `The ${thing}? All good!`,
  technical: (thing) => `status(${thing}) = ok; uptime 99.9 %.`,
  balanced: (thing) => `The ${thing} works well.`,
}

/** Says one thing in four ways. Which one is no argument: the model does not choose it. */
export const contextAwareAnswer = defineTool({
  name: 'context_aware_answer',
  description: 'Tells about a thing in the style that fits the conversation.',
  parameters: {
    type: 'object',
    properties: { thing: { type: 'string', description: 'What it is about.' } },
    required: ['thing'],
  },
  category: 'read',
  execute: (args, ctx) => {
    console.debug('args: %o', args)
    const known = ctx.deps.user_preferences as { readonly style?: unknown } | undefined
    const style = chooseStyle({ messages: ctx.conversationHistory, preference: known?.style })
    return { style, answer: WORDS[style](String(args.thing)), messages: ctx.conversationHistory.length }
  },
})
