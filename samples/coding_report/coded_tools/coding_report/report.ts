import { defineTool, ok, update } from 'slyglass'

export const writeReport = defineTool({
  name: 'write_report',
  description: 'Writes the report from what was found.',
  parameters: {
    type: 'object',
    properties: {
      title: { type: 'string', description: 'What the report is about.' },
      findings: { type: 'array', items: { type: 'string' }, minItems: 1, description: 'One sentence each.' },
    },
    required: ['title', 'findings'],
  },
  category: 'write',
  retries: 0,
  execute: (args) => {
    console.debug('args: %o', args)
    const text = [`# ${args.title}`, ...(args.findings as readonly string[]).map((one) => `- ${one}`)].join('\n')
    // The model reads the text; the same text is among what tools share from now on, for whoever comes later.
    return ok(text, update().set('report', text))
  },
})
