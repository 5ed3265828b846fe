// What a tool returns with `fail` is a failure that another try would not mend: the model reads it, and the call is made once.
import { defineTool, fail } from 'slyglass'

export const textFailure = defineTool({
  name: 'text_failure',
  description: 'Fails with a fixed text.',
  category: 'read',
  execute: (args) => {
    console.debug('args: %o', args)
    return fail('Weather API is unavailable', { category: 'external' })
  },
})

export const namedFailure = defineTool({
  name: 'named_failure',
  description: 'Fails and names what it was asked for.',
  parameters: {
    type: 'object',
    properties: { location: { type: 'string', description: 'Name of a city.' } },
    required: ['location'],
  },
  category: 'read',
  execute: (args) => {
    console.debug('args: %o', args)
    return fail(`Could not fetch the weather for ${args.location}`, { category: 'external' })
  },
})

export const codedFailure = defineTool({
  name: 'coded_failure',
  description: 'Fails with a code and a message.',
  category: 'read',
  execute: (args) => {
    console.debug('args: %o', args)
    // The details are for people; the model does not get them.
    return fail({ code: 404, message: 'City not found' }, { category: 'external', details: 'asked the list of 3 cities' })
  },
})
