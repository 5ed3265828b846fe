// The info file of MCP servers. Its headers may be keys, also from variables that no document may use: it never becomes a document.
import type { JsonObject } from '@slyglass/base'
import { infoFile, readInfo } from '@slyglass/network'
import type { ProjectFiles } from './files.ts'
import { withNamedFiles, withProjectPaths } from './named-files.ts'
import { type Environment, networkEnv, trustedDotEnv } from './project-env.ts'
import type { Project } from './projects.ts'
import { readWithIncludes } from './read-documents.ts'
import type { Trust } from './trust.ts'

interface Reading {
  readonly files: Pick<ProjectFiles, 'read'>
  readonly trust: Pick<Trust, 'isTrusted'>
  readonly shell: Environment
}

/** The same for whatever project a run is of. */
export function createMcpServers(
  reading: Reading & { readonly projects: { find(id: string): Promise<Project | undefined> } },
): (run: { readonly project: string }) => Promise<JsonObject | undefined> {
  return async ({ project }) => {
    const found = await reading.projects.find(project)
    return found === undefined ? undefined : readMcpServers(reading, found.root)
  }
}

/** What is known of MCP servers by their address; undefined without a file, or when it cannot be read: loading tells of it. */
export async function readMcpServers({ files, trust, shell }: Reading, root: string): Promise<JsonObject | undefined> {
  const all = { ...(await trustedDotEnv(trust, root)), ...shell }
  const env = withProjectPaths(root, (await trust.isTrusted(root)) ? withValues(all) : networkEnv(shell, {}))
  const file = infoFile(null, 'mcp', env)
  if (file === undefined) return undefined
  const found = await readWithIncludes(withNamedFiles(files, env), root, file, (texts) => ({
    result: readInfo(file, texts, env),
    missing: [],
  }))
  return found?.result.ok === true ? found.result.value : undefined
}

function withValues(env: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])),
  )
}
