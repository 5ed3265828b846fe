// The folder in which code begins.
import { stat } from 'node:fs/promises'
import { err, ok, type Result } from '@slyglass/base'
import type { ToolSources } from '@slyglass/runtime'
import { guardPath } from '../builtin/path-guard.ts'
import { environmentOf } from '../sandbox/levels.ts'

/** Its real path, or in words why there is none. */
export async function findWorkspace(sources: ToolSources): Promise<Result<string, string>> {
  const named = environmentOf(sources).workspace
  const found = await guardPath(sources.projectRoot, named).catch(() => undefined)
  if (found === undefined) return err(`The project ${sources.projectRoot} is not there.`)
  if (!found.ok) return err(`The workspace ${named} lies outside of the project.`)
  const isFolder = await stat(found.value).then(
    (seen) => seen.isDirectory(),
    () => false,
  )
  if (!isFolder)
    return err(`The workspace ${named} is not there. Make the folder, or change studio.environment.workspace.`)
  return ok(found.value)
}
