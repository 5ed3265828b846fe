// Three small tools, each of use by itself. A real network would ask a search service and a model here.
import { defineTool, fail } from 'slyglass'

const SOURCES: Readonly<Record<string, readonly string[]>> = {
  kites: ['Kites were flown in China two thousand years ago.', 'They carried lines over rivers.', 'Today they are mostly for fun.'],
  tea: ['Tea is drunk since the third century.', 'The pot came later.'],
}

const text = (description: string) => ({ type: 'string', description }) as const

export const searchSources = defineTool({
  name: 'search_sources',
  description: 'Finds what is written about a topic.',
  parameters: { type: 'object', properties: { topic: text('What it is about.') }, required: ['topic'] },
  category: 'search',
  execute: (args) => {
    console.debug('args: %o', args)
    const topic = String(args.topic).toLowerCase()
    return Object.entries(SOURCES).flatMap(([word, found]) => (topic.includes(word) ? found : []))
  },
})

export const summarize = defineTool({
  name: 'summarize',
  description: 'Makes one sentence of several.',
  parameters: {
    type: 'object',
    properties: { sentences: { type: 'array', items: { type: 'string' }, description: 'What was found.' } },
    required: ['sentences'],
  },
  category: 'read',
  execute: (args) => {
    console.debug('args: %o', args)
    const sentences = args.sentences as readonly string[]
    if (sentences.length === 0) return fail('there is nothing to summarize', { category: 'validation' })
    return `${sentences[0]} (and ${sentences.length - 1} more)`
  },
})

export const relatedQuestions = defineTool({
  name: 'related_questions',
  description: 'Finds what one may ask next.',
  parameters: { type: 'object', properties: { summary: text('What is known.') }, required: ['summary'] },
  category: 'read',
  execute: (args) => {
    console.debug('args: %o', args)
    const words = String(args.summary).split(/\W+/).filter((word) => word.length > 4)
    return words.slice(0, 2).map((word) => `What else is known of ${word.toLowerCase()}?`)
  },
})
