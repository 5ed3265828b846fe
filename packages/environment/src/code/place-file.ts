// A file for the models of a network, below the folder in which code begins.
import type { CodeFile } from '@slyglass/runtime'
import type { ToolFiles } from '../environments/tool-files.ts'

/** Its name stands for its text, so one that is there stays as it is. In words why there is none. */
export async function placeFile(
  files: ToolFiles,
  workspace: string,
  { path, text }: CodeFile,
): Promise<string | undefined> {
  try {
    const place = await files.guard(workspace, path)
    if (!place.ok) return `${place.error.message}.`
    if ((await files.facts(place.value))?.isFile === true) return undefined
    const written = await files.write(workspace, place.value, text)
    return written.ok ? undefined : `${written.error.message}.`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
