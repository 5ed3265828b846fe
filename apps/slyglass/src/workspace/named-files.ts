// Files that variables name: manifests and files of facts. Inside the project they are called by their path in it, as every
// document is; outside of it a file of facts is read where the variable says, since whoever set it chose the file.
import { delimiter, isAbsolute, relative, sep } from 'node:path'
import { err, ok, type Result } from '@slyglass/base'
import type { FileReply } from '@slyglass/protocol'
import type { Refusal } from '../refusal.ts'
import { isBelow } from './confine.ts'
import { type ProjectFiles, readTextFile } from './files.ts'

const MANIFESTS = 'AGENT_MANIFEST_FILE'
const FACTS = ['AGENT_LLM_INFO_FILE', 'AGENT_TOOLBOX_INFO_FILE', 'MCP_SERVERS_INFO_FILE']

type Variables = Readonly<Record<string, string>>

/** Variables whose paths into the project are written from its folder on. */
export function withProjectPaths(root: string, env: Variables): Variables {
  const named = Object.entries(env).map(([name, value]) => {
    if (name === MANIFESTS)
      return [
        name,
        value
          .split(delimiter)
          .map((file) => inProject(root, file))
          .join(delimiter),
      ]
    return [name, FACTS.includes(name) ? inProject(root, value) : value]
  })
  return Object.fromEntries(named)
}

/** Manifests of a project, in their order. */
export function manifestFiles(env: Variables, usual: string): readonly string[] {
  return (env[MANIFESTS] ?? usual).split(delimiter).filter((file) => file !== '')
}

function inProject(root: string, file: string): string {
  return isAbsolute(file) && isBelow(root, file) ? relative(root, file).split(sep).join('/') : file
}

/** Reads a project's files, and the files of facts outside of it that its variables name. */
export function withNamedFiles(files: Pick<ProjectFiles, 'read'>, env: Variables): Pick<ProjectFiles, 'read'> {
  const outside = new Set(FACTS.flatMap((name) => env[name] ?? []).filter((file) => isAbsolute(file)))
  return { read: (root, path) => (outside.has(path) ? readOutside(path) : files.read(root, path)) }
}

async function readOutside(path: string): Promise<Result<FileReply, Refusal>> {
  const found = await readTextFile(path, path)
  if (!found.ok) return found
  if (found.value !== undefined) return ok(found.value)
  return err({ status: 404, code: 'file-missing', message: `There is no file ${path}, which a variable names.` })
}
