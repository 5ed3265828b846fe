import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool, fail } from 'slyglass'

export const writeFile = defineTool({
  name: 'write_file',
  description: 'Writes the file.',
  parameters: {
    type: 'object',
    properties: { text: { type: 'string', description: 'What the file holds from now on.' } },
    required: ['text'],
  },
  category: 'write',
  retries: 0,
  execute: async (args, ctx) => {
    console.debug('args: %o', args)
    await sleep(300, undefined, { signal: ctx.signal })
    ctx.slyData.draft = String(args.text)
    return 'The file is written.'
  },
})

export const runTests = defineTool({
  name: 'run_tests',
  description: 'Runs the tests of the file as it was written last.',
  category: 'execute',
  retries: 0,
  execute: (args, ctx) => {
    console.debug('args: %o', args)
    const { draft } = ctx.slyData
    if (typeof draft !== 'string') return fail('There is no file to test', { category: 'validation' })
    return draft.includes('return a + b') ? 'All tests passed.' : 'One test failed: 2 and 3 are not added.'
  },
})
