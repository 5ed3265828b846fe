import { existsSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import type { ToolSources } from '@slyglass/runtime'
import type { Environment } from './project-env.ts'

/** Where a project's coded tools are looked for: `AGENT_TOOL_PATH` and `PYTHONPATH` as neuro-san reads them, from the project's folder. */
export function toolSources(root: string, network: string, env: Environment): ToolSources {
  const toolRoots = entries(env.AGENT_TOOL_PATH ?? 'coded_tools').map((entry) => toolRoot(root, entry))
  const pythonPath = [...new Set([root, ...entries(env.PYTHONPATH ?? '').map((entry) => resolve(root, entry))])]
  return { projectRoot: root, toolRoots, pythonPath, network }
}

/** A folder, or the name of a Python package in the project. */
function toolRoot(root: string, entry: string): string {
  const folder = resolve(root, entry)
  const mayBePackage = entry.includes('.') && !/[\\/]/.test(entry)
  return !mayBePackage || existsSync(folder) ? folder : resolve(root, entry.replaceAll('.', '/'))
}

function entries(path: string): readonly string[] {
  return path.split(delimiter).filter((entry) => entry !== '')
}
