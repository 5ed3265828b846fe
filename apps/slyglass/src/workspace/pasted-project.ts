import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ok, type Result } from '@slyglass/base'
import type { Refusal } from '../refusal.ts'
import { networkStem } from './network-stem.ts'

/** Makes a project of pasted HOCON, under a name that is not taken. It is not trusted: its text came from elsewhere. */
export async function createPastedProject(
  folder: string,
  { name, text }: { readonly name: string; readonly text: string },
): Promise<Result<string, Refusal>> {
  const named = networkStem(name)
  if (!named.ok) return named
  const stem = named.value
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const root = await createFolder(folder, stem, 1)
  const registries = join(root, 'registries')
  await mkdir(registries)
  await writeFile(join(registries, `${stem}.hocon`), text)
  await writeFile(join(registries, 'manifest.hocon'), `{\n  "${stem}.hocon" = true\n}\n`)
  return ok(await realpath(root))
}

async function createFolder(folder: string, stem: string, attempt: number): Promise<string> {
  const root = join(folder, attempt === 1 ? stem : `${stem}-${attempt}`)
  try {
    await mkdir(root)
    return root
  } catch (cause) {
    if ((cause as { code?: unknown } | null)?.code !== 'EEXIST') throw cause
    return createFolder(folder, stem, attempt + 1)
  }
}
