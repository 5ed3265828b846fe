// A file of this machine that is to be imported: only what can be one, and nothing of Slyglass itself.
import { realpath, stat } from 'node:fs/promises'
import { err, ok, type Result } from '@slyglass/base'
import type { FileReply } from '@slyglass/protocol'
import type { DataFolder } from '../data-folder.ts'
import { type Refusal, refused } from '../refusal.ts'
import { isBelow } from '../workspace/confine.ts'
import { readTextFile } from '../workspace/files.ts'
import { fullPathOf } from '../workspace/full-path.ts'

/** The text of a file that a person names by its full path. */
export async function readImport(
  typed: string,
  data: Pick<DataFolder, 'root' | 'projects'>,
): Promise<Result<FileReply, Refusal>> {
  const path = fullPathOf(typed)
  if (path === undefined)
    return err(refused(400, 'path', `${typed} is not a full path.`, 'Give the path from the root of the disk.'))
  const file = await realpath(path).catch(() => undefined)
  if (file === undefined) return err(missing(typed))
  if ((await stat(file).catch(() => undefined))?.isDirectory() === true)
    return err(refused(422, 'file-kind', `${typed} is a folder.`, 'Name one file in it.'))
  // What a link stands for counts as well as its own name.
  if (!IMPORTABLE.test(path) || !IMPORTABLE.test(file))
    return err(refused(422, 'file-kind', `${typed} is neither an exported tool (.json) nor a network (.hocon).`))
  const [own, copies] = await Promise.all(
    [data.root, data.projects].map((folder) => realpath(folder).catch(() => folder)),
  )
  if (own !== undefined && copies !== undefined && isBelow(own, file) && !isBelow(copies, file))
    return err(refused(403, 'outside', `${typed} belongs to Slyglass itself.`, 'Choose another file.'))
  const read = await readTextFile(file, typed)
  if (!read.ok) return read
  return read.value === undefined ? err(missing(typed)) : ok(read.value)
}

const IMPORTABLE = /\.(json|hocon|conf)$/i

const missing = (path: string): Refusal =>
  refused(404, 'file-missing', `There is no file ${path} on this machine.`, 'Check its spelling.')
