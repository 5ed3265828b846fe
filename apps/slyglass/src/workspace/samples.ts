import { randomUUID } from 'node:crypto'
import { cp, mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { err, ok, type Result } from '@slyglass/base'
import type { Refusal } from '../refusal.ts'

/** Names of the shipped samples: each is a folder. */
export async function listSamples(shipped: string): Promise<readonly string[]> {
  const entries = await readdir(shipped, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

/** The working copy of a sample. It is made once, which `made` tells; what a person changed in it stays. */
export async function copySample(
  shipped: string,
  folder: string,
  name: string,
): Promise<Result<{ readonly root: string; readonly made: boolean }, Refusal>> {
  if (!(await listSamples(shipped)).includes(name))
    return err({ status: 404, code: 'sample', message: `There is no sample "${name}".` })
  const root = join(folder, name)
  const made = (await stat(root).catch(() => undefined)) === undefined
  if (made) await copyWhole(join(shipped, name), root, folder)
  return ok({ root: await realpath(root), made })
}

/** A copy that was interrupted must not pass for a whole one, so it gets its name last. */
async function copyWhole(from: string, root: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `.${randomUUID()}`)
  await cp(from, draft, { recursive: true, filter: (source) => !source.endsWith('__pycache__') })
  try {
    await rename(draft, root)
  } catch (cause) {
    // Another window may have made the copy in the meantime.
    await rm(draft, { recursive: true, force: true })
    if ((await stat(root).catch(() => undefined)) === undefined) throw cause
  }
}
