// A tool of a network on its way into one file.
import { basename, relative } from 'node:path'
import { err, isJsonObject, type Json, type JsonObject, ok, type Result } from '@slyglass/base'
import { findToolSource } from '@slyglass/environment'
import { ownFields } from '@slyglass/network'
import type { ReadNetwork } from '../workspace/networks.ts'
import type { Environment } from '../workspace/project-env.ts'
import type { Project } from '../workspace/projects.ts'
import { toolSources } from '../workspace/tool-paths.ts'
import type { SharedTool } from './shared-tool.ts'
import { readToolFiles } from './tool-files.ts'

export interface Exported {
  readonly tool: SharedTool
  /** Fields that were left out because they look like secrets, as `args.api_key`. */
  readonly leftOut: readonly string[]
}

/** `read` was read without the environment: what a variable holds on this machine is nobody else's. */
export async function exportTool(
  project: Project,
  { network, documents }: ReadNetwork,
  name: string,
  env: Environment,
): Promise<Result<Exported, string>> {
  const entry = network.entries.find((one) => one.name === name)
  if (entry === undefined) return err(`${network.name} has no entry ${name}.`)
  const { className } = entry
  if (className === undefined) return err(`${name} has no class: only coded tools can be exported.`)
  const fault = network.diagnostics.find((one) => one.severity === 'error' && one.entry === name)
  if (fault !== undefined) return err(`${name} cannot be exported: ${fault.message}`)
  const source = findToolSource(toolSources(project.root, network.name, env), className)
  if (!source.found) return err(`${name} cannot be exported: ${source.message}`)
  if (relative(project.root, source.file).startsWith('..'))
    return err(`${name} cannot be exported: ${source.file} lies outside of the project.`)
  const files = await readToolFiles(source.file, project.root)
  if (!files.ok) return err(`${name} cannot be exported: ${files.error}`)
  const leftOut: string[] = []
  // What every entry of the network gets, such as its model, is not part of the tool.
  const texts = Object.fromEntries(documents.map(({ path, text }) => [path, text]))
  const own = ownFields({ network: network.name, file: network.file, texts }, entry.index)
  const fields = [...own].filter(([key]) => key !== 'name' && key !== 'class' && key !== 'tools')
  const shared = withoutSecrets(new Map(fields), '', leftOut)
  const tool = { name, className, file: basename(source.file), entry: shared, files: files.value }
  return ok({ tool, leftOut })
}

const SECRET = /key|token|secret|passw|credential/i

/** Parameters may be called so; values may not. */
function withoutSecrets(object: JsonObject, path: string, leftOut: string[]): JsonObject {
  const kept = new Map<string, Json>()
  for (const [key, value] of object) {
    const place = path === '' ? key : `${path}.${key}`
    if (typeof value === 'string' && SECRET.test(key)) leftOut.push(place)
    else kept.set(key, isJsonObject(value) ? withoutSecrets(value, place, leftOut) : value)
  }
  return kept
}
