import { join } from 'node:path'
import { listFiles } from '../../workspace/file-list.ts'

/** As far as a person would wait. */
const FAR = { files: 100_000, names: 1_000_000, depth: 64 }

/**
 * The `.hocon` files below a folder, sorted, links not followed. Other programs' `.conf` files are not touched unless they are named.
 * Files too large to be read are among them, so that they are named as such instead of passed over.
 */
export async function hoconFilesBelow(folder: string): Promise<readonly string[]> {
  const rows = await listFiles(folder, { ...FAR, bytes: Number.POSITIVE_INFINITY })
  return rows.filter(({ path }) => /\.hocon$/i.test(path)).map(({ path }) => join(folder, path))
}
