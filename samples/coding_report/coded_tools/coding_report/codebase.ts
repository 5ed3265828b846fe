import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineTool, fail } from 'slyglass'

const FOLDER = 'data/coding_report/inventory'

export const listSources = defineTool({
  name: 'list_sources',
  description: 'Lists the source files.',
  category: 'read',
  execute: async (args) => {
    console.debug('args: %o', args)
    return (await readdir(FOLDER)).sort()
  },
})

export const measureSource = defineTool({
  name: 'measure_source',
  description: 'Counts lines and functions of a source file.',
  parameters: {
    type: 'object',
    properties: { file: { type: 'string', pattern: '^[a-z]+\\.js$', description: 'Name of the file.' } },
    required: ['file'],
  },
  category: 'read',
  execute: async (args) => {
    console.debug('args: %o', args)
    const file = String(args.file)
    if (!(await readdir(FOLDER)).includes(file)) return fail(`There is no source ${file}`, { category: 'validation' })
    return measure(file, await readFile(join(FOLDER, file), 'utf8'))
  },
})

/** What can be said of a source by counting. */
export function measure(file: string, text: string) {
  const lines = text.trimEnd().split('\n')
  const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length
  return { file, lines: lines.length, functions: count(/\bfunction\b/), open: count(/\bTODO\b/) }
}
