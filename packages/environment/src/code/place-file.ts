// A file for the models of a network, below the folder in which code begins.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ToolSources } from '@slyglass/runtime'
import { guardPath } from '../builtin/path-guard.ts'
import { findWorkspace } from './workspace.ts'

/** Its name stands for its text, so one that is there stays as it is. In words why there is none. */
export async function placeFile(
  sources: ToolSources,
  { path, text }: { readonly path: string; readonly text: string },
): Promise<string | undefined> {
  const workspace = await findWorkspace(sources)
  if (!workspace.ok) return workspace.error
  const place = await guardPath(workspace.value, path)
  if (!place.ok) return `${place.error.message}.`
  try {
    await mkdir(dirname(place.value), { recursive: true })
    await writeFile(place.value, text, { flag: 'wx' })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'EEXIST') return error instanceof Error ? error.message : String(error)
  }
  return undefined
}
