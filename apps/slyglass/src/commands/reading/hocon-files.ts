import { join } from 'node:path'
import { listFiles } from '../../workspace/file-list.ts'

/** The `.hocon` files below a folder, sorted, links not followed. Other programs' `.conf` files are not touched unless they are named. */
export async function hoconFilesBelow(folder: string): Promise<readonly string[]> {
  const rows = await listFiles(folder)
  return rows.filter(({ path }) => /\.hocon$/i.test(path)).map(({ path }) => join(folder, path))
}
