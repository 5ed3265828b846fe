import { delimiter } from 'node:path'
import type { ToolSources } from '@slyglass/runtime'
import { importPath } from './tool-places.ts'
import { withoutSecrets } from './variables/secret-names.ts'

const PASSED = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'SystemRoot',
  'SystemDrive',
  'TEMP',
  'TMP',
  'USERPROFILE',
]

/**
 * All that a tool's process gets to see: a few neutral variables of the server, the project's own without the secrets that are
 * not declared for it, and its paths.
 * Keys and tokens of the server stay out because nothing else is taken over.
 */
export function childEnvironment(
  sources: ToolSources,
  server: Readonly<Record<string, string | undefined>>,
  project: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    ...neutralVariables(server),
    ...withoutSecrets(project, sources.variables),
    PYTHONPATH: importPath(sources).join(delimiter),
    AGENT_TOOL_PATH: sources.toolRoots.join(delimiter),
    PYTHONUTF8: '1',
    // Byte code written beside the sources would litter the project and could outlive a quick edit.
    PYTHONDONTWRITEBYTECODE: '1',
  }
}

/** What any program needs to find its way, and nothing of what the server was started with besides. */
export function neutralVariables(server: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const env: Record<string, string> = {}
  for (const name of PASSED) {
    const value = server[name]
    if (value !== undefined) env[name] = value
  }
  return env
}
