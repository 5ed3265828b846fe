// What hosts said, for models: where a project, or what was made of it, lies on this machine is none of their business.
import { relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ToolBundle } from './bundle-tool.ts'

/** The words with paths as they are inside of the project, and a bundle by the file that it was made of. */
export function insideProject(
  said: string,
  projectRoot: string,
  bundle?: Pick<ToolBundle, 'path' | 'file'> | undefined,
): string {
  const named = bundle === undefined ? said : replacePath(said, bundle.path, relative(projectRoot, bundle.file))
  return replacePath(named, `${projectRoot}${sep}`, '')
}

function replacePath(said: string, path: string, name: string): string {
  return said.replaceAll(pathToFileURL(path).href, name).replaceAll(path, name)
}
