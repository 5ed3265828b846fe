// The shared tools that a network may name, and which of them can be called here.
import { isJsonObject, type JsonObject, jsonAt, printJson } from '@slyglass/base'
import { findPython } from '@slyglass/environment'
import { type Diagnostic, type Entry, infoFile, readInfo, studioOf } from '@slyglass/network'
import type { ToolboxReply, ToolboxToolReply } from '@slyglass/protocol'
import type { RunRequest } from '@slyglass/runtime'
import { OWN_CLASSES, readToolbox, toolState } from '@slyglass/tools'
import type { PythonChoice } from '../settings/python-choice.ts'
import type { ProjectNetworks, ReadNetwork } from './networks.ts'
import type { Environment } from './project-env.ts'
import { ownPython } from './project-tools.ts'
import type { Project } from './projects.ts'
import { toolFacts } from './tool-facts.ts'
import type { Trust } from './trust.ts'

export interface ProjectToolbox {
  /** Undefined for a network that is not there. Looking runs nothing. */
  list(project: Project, network: string): Promise<ToolboxReply | undefined>
  /** What entries of a network name that is not there, or cannot be called here. */
  diagnose(project: Project, read: ReadNetwork): Promise<readonly Diagnostic[]>
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
      const own = ownFile(read, env)
      const tools = [...toolbox].flatMap(([tool, info]) =>
        isJsonObject(info) ? [{ ...describe(tool, info, facts), ...(own?.has(tool) && { file: own.file }) }] : [],
      )
      return { network: name, tools }
    },
    async diagnose(project, { network, documents }) {
      const shared = network.entries.filter(({ toolbox }) => toolbox !== undefined)
      if (shared.length === 0) return []
      const toolbox = readToolbox({ documents, env: await networks.env(project) }, network)
      const facts = await factsOf(project.root, network.name)
      return shared.flatMap((entry) => {
        const fault = faultOf(entry, toolbox, facts)
        if (fault === undefined || studioOf(network, entry)?.mocks.has(entry.name) === true) return []
        return [{ ...fault, at: entry.nameAt ?? entry.at, entry: entry.name, fixes: [] }]
      })
    },
    async unmetNeeds({ sources, network }, info, args) {
      const facts = await factsOf(sources.projectRoot, network)
      return toolState(info, facts(classOf(info)), args).reason
    },
  }
}

function faultOf(
  { toolbox: name = '', args }: Entry,
  toolbox: JsonObject,
  facts: Facts,
): Pick<Diagnostic, 'code' | 'severity' | 'message'> | undefined {
  const info = toolbox.get(name)
  if (!isJsonObject(info)) {
    const message = `the toolbox has no tool "${name}"; correct the name, or add it to the toolbox file`
    return { code: 'unknown-toolbox', severity: 'error', message }
  }
  const { reason, readiness } = toolState(info, facts(classOf(info)), args)
  if (reason === undefined) return undefined
  const mock = readiness === 'mockable' ? ' A mock in studio.mocks can stand for it.' : ''
  return { code: 'toolbox-needs', severity: 'warning', message: `${name} cannot be called here. ${reason}${mock}` }
}

/** The project's own file of shared tools, and what it names. */
function ownFile(
  { network, documents }: ReadNetwork,
  env: Readonly<Record<string, string>>,
): { readonly file: string; has(tool: string): boolean } | undefined {
  const file = infoFile(network.json, 'toolbox', env)
  if (file === undefined) return undefined
  const info = readInfo(file, Object.fromEntries(documents.map(({ path, text }) => [path, text])), env)
  return info.ok ? { file, has: (tool) => info.value.has(tool) } : undefined
}

type Facts = Awaited<ReturnType<typeof toolFacts>>

function describe(name: string, info: JsonObject, facts: Facts): ToolboxToolReply {
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
