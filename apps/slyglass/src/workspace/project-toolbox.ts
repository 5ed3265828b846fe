// The shared tools that a network may name, and which of them can be called here.
import { isJsonObject, type JsonObject, jsonAt, printJson } from '@slyglass/base'
import { findPython } from '@slyglass/environment'
import type { ToolboxReply, ToolboxToolReply } from '@slyglass/protocol'
import { type RunRequest, readToolbox } from '@slyglass/runtime'
import { OWN_CLASSES, toolState } from '@slyglass/tools'
import type { ProjectNetworks } from '../server/studio.ts'
import type { PythonChoice } from '../settings/python-choice.ts'
import type { Environment } from './project-env.ts'
import { ownPython } from './project-tools.ts'
import type { Project } from './projects.ts'
import { toolFacts } from './tool-facts.ts'
import type { Trust } from './trust.ts'

export interface ProjectToolbox {
  /** Undefined for a network that is not there. Looking runs nothing. */
  list(project: Project, network: string): Promise<ToolboxReply | undefined>
  /** Why a shared tool cannot be called in a run; undefined when it can. */
  unmetNeeds(
    request: Pick<RunRequest, 'sources' | 'network'>,
    info: JsonObject,
    args?: JsonObject,
  ): Promise<string | undefined>
}

export function createProjectToolbox(parts: {
  readonly trust: Trust
  readonly shell: Environment
  readonly networks: Pick<ProjectNetworks, 'read' | 'env'>
  readonly python?: Pick<PythonChoice, 'chosen'>
}): ProjectToolbox {
  const { trust, shell, networks } = parts
  const factsOf = async (root: string, network: string) => {
    // An untrusted folder may hold an interpreter of its own, which must not be started by looking.
    const own = (await trust.isTrusted(root)) ? ownPython(parts.python, root) : {}
    return toolFacts({ root, network, trust, shell, python: await findPython({ env: shell, ...own }) })
  }
  return {
    async list(project, name) {
      const read = await networks.read(project, name)
      if (read === undefined) return undefined
      const env = await networks.env(project)
      const toolbox = readToolbox({ documents: read.documents, env }, read.network)
      const facts = await factsOf(project.root, name)
      const tools = [...toolbox].flatMap(([tool, info]) => (isJsonObject(info) ? [describe(tool, info, facts)] : []))
      return { network: name, tools }
    },
    async unmetNeeds({ sources, network }, info, args) {
      const facts = await factsOf(sources.projectRoot, network)
      return toolState(info, facts(classOf(info)), args).reason
    },
  }
}

function describe(name: string, info: JsonObject, facts: Awaited<ReturnType<typeof toolFacts>>): ToolboxToolReply {
  const className = classOf(info)
  const [description, url, parameters] = ['description', 'base_tool_info_url', 'parameters'].map((key) => info.get(key))
  const { readiness, needs, reason } = toolState(info, facts(className))
  return {
    name,
    kind: className.startsWith(OWN_CLASSES) ? 'studio' : typeof description === 'string' ? 'coded-tool' : 'langchain',
    ...(className !== '' && { className }),
    ...(typeof description === 'string' && { description }),
    ...(isJsonObject(parameters) && { parameters: printJson(parameters) }),
    ...(typeof url === 'string' && { url }),
    readiness,
    needs: needs.map(({ kind, name: what, met }) => ({ kind, name: what, met })),
    ...(reason !== undefined && { reason }),
  }
}

function classOf(info: JsonObject): string {
  const className = jsonAt(info, 'class')
  return typeof className === 'string' ? className : ''
}
