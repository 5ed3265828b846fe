import { readFile as read } from 'node:fs/promises'
import { join } from 'node:path'
import { defineTool, fail } from 'slyglass'

const LETTER_BOX = 'data/http_and_files'

/** Reads one file of the letter box. Names alone, so there is no way out of the folder; the sample safe_files has the guard for whole paths. */
export const readFile = defineTool({
  name: 'read_file',
  description: 'Reads a file of the letter box.',
  parameters: {
    type: 'object',
    properties: { name: { type: 'string', pattern: '^[A-Za-z0-9_]+(\\.[a-z]+)?$', description: 'Such as opening_hours.txt.' } },
    required: ['name'],
  },
  category: 'read',
  execute: async (args) => {
    console.debug('args: %o', args)
    const name = String(args.name)
    try {
      return await read(join(LETTER_BOX, name), 'utf8')
    } catch (fault) {
      return fail(fileFault(fault, name), { category: 'system' })
    }
  },
})

/** What went wrong with a file, in words. */
export function fileFault(fault: unknown, path: string): string {
  const code = fault instanceof Error && 'code' in fault ? fault.code : undefined
  if (code === 'ENOENT') return `File not found: ${path}`
  if (code === 'EACCES' || code === 'EPERM' || code === 'ERR_ACCESS_DENIED') return `Permission denied: ${path}`
  return `File error: ${path}: ${code === 'EISDIR' ? 'it is a folder' : fault instanceof Error ? fault.message : String(fault)}`
}
