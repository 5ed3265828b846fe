import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineTool, fail } from 'slyglass'

const FOLDER = 'data/file_db_api'

const OPERATIONS: ReadonlyMap<string, (text: string) => string> = new Map([
  ['lines', (text: string) => `${text.trimEnd().split('\n').length} lines`],
  ['words', (text: string) => `${text.split(/\s+/).filter(Boolean).length} words`],
  ['upper', (text: string) => text.toUpperCase()],
])

/** Access first, then reading, then the operation. The first one that fails ends the call; nothing after it is done. */
export const processFile = defineTool({
  name: 'process_file',
  description: 'Reads one of the shop’s files and does something with its text.',
  parameters: {
    type: 'object',
    properties: { name: { type: 'string' }, operation: { type: 'string' } },
    required: ['name', 'operation'],
  },
  category: 'read',
  retries: 0,
  async execute(args, ctx) {
    console.debug('args: %o', args)
    const { name, operation } = args
    const readable = ctx.deps.readable_files
    // A list of names, not a check of paths: what is not on it is not opened.
    if (!Array.isArray(readable) || !readable.includes(name)) return fail(`Access denied: ${name}`, { category: 'permission' })
    const text = await readFile(join(FOLDER, String(name)), 'utf8').catch(() => undefined)
    if (text === undefined) return fail(`File not found: ${name}`, { category: 'system' })
    return OPERATIONS.get(String(operation))?.(text) ?? fail(`Unknown operation: ${operation}`, { category: 'validation' })
  },
})
