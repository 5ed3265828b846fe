// The files that an environment in memory begins with: a copy of the workspace. What becomes of the copy never reaches the disk.
import { constants } from 'node:fs'
import { basename, relative, sep } from 'node:path'
import { err, ok, type Result } from '@slyglass/base'
import { listFiles } from '../builtin/list-files.ts'
import { openGuarded } from '../builtin/path-guard.ts'

const MOST_FILES = 2_000
const MOST_BYTES = 20_000_000

/** Paths from the folder and their bytes; files in which keys are kept are left out. In words why there is no copy. */
export async function copyIntoMemory(
  folder: string,
  signal: AbortSignal,
): Promise<Result<Readonly<Record<string, Uint8Array>>, string>> {
  const { files } = await listFiles(folder, signal)
  const kept = files.filter((path) => !/^\.env(?:\.|$)/.test(basename(path)))
  if (kept.length > MOST_FILES) return err(tooMuch(`${kept.length.toLocaleString('en')} files`))
  const copied: Record<string, Uint8Array> = {}
  let bytes = 0
  for (const path of kept) {
    const read = await readPlain(path)
    if (read === undefined) continue
    bytes += read.length
    if (bytes > MOST_BYTES) return err(tooMuch(`more than ${MOST_BYTES.toLocaleString('en')} bytes`))
    copied[relative(folder, path).split(sep).join('/')] = read
  }
  return ok(copied)
}

/** Undefined for links, and for what cannot be read. */
async function readPlain(path: string): Promise<Uint8Array | undefined> {
  const file = await openGuarded(path, constants.O_RDONLY).catch(() => undefined)
  try {
    return await file?.readFile()
  } finally {
    await file?.close()
  }
}

function tooMuch(what: string): string {
  return `The workspace has ${what}, too much for an environment in memory. Name a smaller folder in studio.environment.workspace.`
}
