import { z } from 'zod'
import { createJsonFile } from '../json-file.ts'

/** Folders in which tools may run, by real path. */
export interface Trust {
  isTrusted(root: string): Promise<boolean>
  set(root: string, trusted: boolean): Promise<void>
  /** All of them. */
  folders(): Promise<readonly string[]>
}

const schema = z.object({ folders: z.array(z.string()) })

/** `launch` are folders that are trusted for this launch alone. */
export function createTrust(file: string, launch: readonly string[] = []): Trust {
  const list = createJsonFile(file, schema, { folders: [] })
  return {
    isTrusted: async (root) => launch.includes(root) || (await list.read()).folders.includes(root),
    folders: async () => [...new Set([...launch, ...(await list.read()).folders])],
    set: (root, trusted) =>
      list.change(({ folders }) => {
        const others = folders.filter((folder) => folder !== root)
        return { folders: trusted ? [...others, root] : others }
      }),
  }
}
