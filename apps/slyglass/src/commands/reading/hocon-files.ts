import { join } from 'node:path'
import { listFiles } from '../../workspace/file-list.ts'

/** The HOCON files below a folder, sorted, links not followed. */
export async function hoconFilesBelow(folder: string): Promise<readonly string[]> {
  const rows = await listFiles(folder)
  return rows.filter(({ path }) => /\.(hocon|conf)$/i.test(path)).map(({ path }) => join(folder, path))
}
