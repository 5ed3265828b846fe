import { constants } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import { defineTool, fail } from 'slyglass'
import { guardPath } from './path_guard.ts'

const SHELF = 'data/safe_files/shelf'

/** Makes a reader of one folder; tests hand in an `open` of their own to see that nothing else is opened. */
export function readerOf(folder: string, open: typeof openFile = openFile) {
  return defineTool({
    name: 'secure_file_reader',
    description: 'Reads a text file of the shelf.',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string', minLength: 1, description: 'Path on the shelf, such as recipes/tea.txt.' } },
      required: ['path'],
    },
    category: 'read',
    execute: async (args) => {
      console.debug('args: %o', args)
      const path = String(args.path)
      try {
        const guarded = await guardPath(folder, path)
        // Returning here is the point: a check whose answer nobody waits for lets everything through.
        if ('refused' in guarded) return fail(guarded.refused, { category: 'permission' })
        return await read(guarded.path)
      } catch (fault) {
        const isMissing = fault instanceof Error && 'code' in fault && fault.code === 'ENOENT'
        return fail(isMissing ? `File not found: ${path}` : `File error: ${path} cannot be read`, { category: 'system' })
      }
    },
  })

  async function read(path: string): Promise<string> {
    // A link that is put there between check and opening is not followed.
    const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
    try {
      return await file.readFile('utf8')
    } finally {
      await file.close()
    }
  }
}

/** Reads the shelf of this project. */
export const secureFileReader = readerOf(SHELF)
