import { findPython, type ToolHosts } from '@slyglass/environment'
import type { Entry, Network } from '@slyglass/network'
import type { CommandsReply, PermissionsReply, ToolSourceReply } from '@slyglass/protocol'
import type { ToolSources } from '@slyglass/runtime'
import type { PythonChoice } from '../settings/python-choice.ts'
import { findTools } from './find-tools.ts'
import { networkCommands } from './network-commands.ts'
import { networkPermissions } from './network-permissions.ts'
import type { ReadNetwork } from './networks.ts'
import { type Environment, ofDotEnv, toolEnvironment, trustedDotEnv } from './project-env.ts'
import type { Project } from './projects.ts'
import { toolSources } from './tool-paths.ts'
import type { Trust } from './trust.ts'

// With the start of a process, which takes many seconds on a busy machine.
const DESCRIBE_MS = 60_000

const LOAD_MS = 60_000

/** Where the coded tools of a project lie. Looking calls none of them; in a trusted folder definitions are asked what they need. */
export interface ProjectTools {
  /** Variables that say where tools lie: the shell's, then the trusted project's. */
  env(project: Project): Promise<Environment>
  /** `load`: in a trusted folder it is also tried whether the files load. */
  find(project: Project, network: Network, load?: boolean): Promise<readonly ToolSourceReply[]>
  /** What the rules say of the tools of a network. */
  permissions(project: Project, read: ReadNetwork, env: Readonly<Record<string, string>>): Promise<PermissionsReply>
  /** What may be typed behind the prefix of a network, or behind `lent` where it has none. */
  commands(
    project: Project,
    read: ReadNetwork,
    env: Readonly<Record<string, string>>,
    lent?: string,
  ): Promise<CommandsReply>
}

export function createProjectTools({
  trust,
  shell,
  python: choice,
  hosts,
}: {
  readonly trust: Trust
  readonly shell: Environment
  /** Which interpreter a person chose for a folder; absent: nobody was asked. */
  readonly python?: Pick<PythonChoice, 'chosen'>
  /** Asks definitions what they need, and loads files; absent: no file is loaded. */
  readonly hosts?: Pick<ToolHosts, 'describe' | 'load'>
}): ProjectTools {
  const envOf = ofDotEnv((_, dotEnv): Environment => ({ ...dotEnv, ...shell }))
  const env = async ({ root }: Project): Promise<Environment> => envOf(root, await trustedDotEnv(trust, root))
  const asker = (sources: ToolSources) => (className: string) =>
    hosts?.describe(sources, className, AbortSignal.timeout(DESCRIBE_MS)) ?? Promise.resolve(undefined)
  const asked = async (project: Project, read: ReadNetwork, known: Readonly<Record<string, string>>) => {
    const ask = asker(toolSources(project.root, read.network.name, await env(project)))
    const describing = {
      describe: async ({ className }: Entry) => (className === undefined ? undefined : ask(className)),
    }
    return { read, env: known, ...((await trust.isTrusted(project.root)) && describing) }
  }
  return {
    env,
    permissions: async (project, read, known) => networkPermissions(await asked(project, read, known)),
    commands: async (project, read, known, lent) => networkCommands(await asked(project, read, known), lent),
    async find(project, network, isLoading) {
      if (network.entries.every((entry) => entry.className === undefined)) return []
      const variables = await env(project)
      const trusted = await trust.isTrusted(project.root)
      // An untrusted folder may hold an interpreter of its own, which must not be started by looking.
      const python = await findPython({ env: shell, ...(trusted ? ownPython(choice, project.root) : {}) })
      const sources = toolSources(project.root, network.name, variables)
      const toolPathOnly = variables.AGENT_TOOL_PATH_ONLY?.toLowerCase() === 'true'
      const ask = asker(sources)
      const given = toolEnvironment(project.root)
      const hasVariable = (name: string) => (given[name] ?? '') !== ''
      const load = (className: string) => hosts?.load(sources, className, AbortSignal.timeout(LOAD_MS))
      const loading = { describe: ask, ...(isLoading === true && { load }) }
      return findTools({ network, sources, toolPathOnly, python, hasVariable, ...(trusted && loading) })
    },
  }
}

/** What a trusted folder may say about its interpreter. */
export function ownPython(choice: Pick<PythonChoice, 'chosen'> | undefined, root: string) {
  const chosen = choice?.chosen(root)
  return { projectRoot: root, ...(chosen === undefined ? {} : { chosen }) }
}
