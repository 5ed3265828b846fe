// The studio's own tools behind the tool host port: one table, and in front of it the same checks for all of them.
import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { isJsonObject, type JsonObject, jsonAt, parseJson, printJson, sha256 } from '@slyglass/base'
import type { HostCall, HostCallInfo, HostReply, ToolSources } from '@slyglass/runtime'
import { OWN_CLASSES, SHARED_TOOLS } from '@slyglass/tools'
import { debugForm } from '@slyglass/tools/define'
import { findToolSource } from '../find-tool-source.ts'
import { DEFAULT_LIMITS, type ToolHostOptions } from '../options.ts'
import { cancelledReply, failedReply } from '../replies.ts'
import { createMeans } from '../sandbox/find-means.ts'
import { environmentOf } from '../sandbox/levels.ts'
import type { ToolHosts } from '../tool-hosts.ts'
import type { BuiltInCall, BuiltInEnd, BuiltInTool } from './built-in-tool.ts'
import { currentDateTime } from './clock-tool.ts'
import { fileEdit, fileRead, fileWrite } from './file-tools.ts'
import { guardPath } from './path-guard.ts'
import { fileGlob, fileGrep } from './search-tools.ts'
import { bash, type ShellSetting, shellEnclosure } from './shell-tool.ts'
import { SEARCH_PROVIDERS, webSearch } from './web-search.ts'
import { requests, webFetch } from './web-tools.ts'

type BuiltInOptions = Pick<ToolHostOptions, 'env' | 'studioEnv' | 'hide' | 'isolation' | 'network' | 'limits'>

const SHELL = `${OWN_CLASSES}shell.Bash`
const CLOCK = 'get_current_date_time.GetCurrentDateTime'

function toolTable(setting: ShellSetting, now: () => number): ReadonlyMap<string, BuiltInTool> {
  return new Map<string, BuiltInTool>([
    [`${OWN_CLASSES}files.FileRead`, fileRead],
    [`${OWN_CLASSES}files.FileWrite`, fileWrite],
    [`${OWN_CLASSES}files.FileEdit`, fileEdit],
    [`${OWN_CLASSES}files.FileGlob`, fileGlob],
    [`${OWN_CLASSES}files.FileGrep`, fileGrep],
    [SHELL, (call) => bash(call, setting)],
    [`${OWN_CLASSES}web.WebFetch`, webFetch],
    [`${OWN_CLASSES}web.RequestsGet`, requests('GET')],
    [`${OWN_CLASSES}web.RequestsPost`, requests('POST')],
    [`${OWN_CLASSES}web.RequestsPatch`, requests('PATCH')],
    [`${OWN_CLASSES}web.RequestsPut`, requests('PUT')],
    [`${OWN_CLASSES}web.RequestsDelete`, requests('DELETE')],
    ...[...SEARCH_PROVIDERS].map(([name, provider]) => [`${OWN_CLASSES}search.${name}`, webSearch(provider)] as const),
    [CLOCK, async (call) => currentDateTime(call, now())],
  ])
}

/** Hosts that have the studio's own tools too. A class of the project called like the clock wins over it. */
export function withBuiltInTools(
  hosts: ToolHosts,
  options: BuiltInOptions,
  now: () => number = () => Date.now(),
): ToolHosts {
  const env = options.env ?? process.env
  const { memoryBytes, processes } = { ...DEFAULT_LIMITS, ...options.limits }
  const limits = { memoryBytes, processes }
  const setting: ShellSetting = { means: createMeans({ ...options, env }), hide: options.hide ?? [], env, limits }
  const table = toolTable(setting, now)
  const variables = (root: string) => options.studioEnv?.(root) ?? {}
  const toolOf = (sources: ToolSources, className: string) => {
    const isOwn = className.startsWith(OWN_CLASSES) || (className === CLOCK && !isInProject(sources, className))
    return isOwn ? table.get(className) : undefined
  }
  return {
    async call(call) {
      const tool = call.middleware === undefined ? toolOf(call.sources, call.className) : undefined
      return tool === undefined
        ? hosts.call(call)
        : runBuiltIn(tool, call, { setting, variables: variables(call.sources.projectRoot) })
    },
    async describe(sources, className, signal) {
      if (className.startsWith(OWN_CLASSES)) return describeBuiltIn(className)
      return hosts.describe?.(sources, className, signal)
    },
    hooks: hosts.hooks,
    health: (sources, className, signal) => hosts.health(sources, className, signal),
    release: (run) => hosts.release(run),
    gone: (run) => hosts.gone(run),
    dispose: () => hosts.dispose(),
  }
}

function isInProject(sources: ToolSources, className: string): boolean {
  return findToolSource(sources, className).found
}

/** For an entry that names the class itself. */
function describeBuiltIn(className: string): string | undefined {
  const found = [...SHARED_TOOLS].find(([, info]) => jsonAt(info, 'class') === className)
  if (found === undefined) return undefined
  const [name, info] = found
  const { description, parameters, studio } = Object.fromEntries(isJsonObject(info) ? info : new Map())
  return printJson(
    new Map([
      ['name', name],
      ['description', description ?? ''],
      ['parameters', parameters ?? new Map()],
      ['settings', studio ?? new Map()],
      ['env', []],
    ]),
  )
}

interface Surroundings {
  readonly setting: ShellSetting
  readonly variables: Readonly<Record<string, string | undefined>>
}

async function runBuiltIn(tool: BuiltInTool, call: HostCall, { setting, variables }: Surroundings): Promise<HostReply> {
  const workspace = await workspaceOf(call)
  if (typeof workspace !== 'string') return told(workspace)
  if (call.signal.aborted) return cancelledReply()
  const environment = environmentOf(call.sources)
  const means = await setting.means()
  const network = means.network === 'off' ? 'off' : environment.network
  await call.onStart(await infoOf(call, network, setting))
  const asked: BuiltInCall = {
    args: objectOf(call.args),
    projectRoot: await realpath(call.sources.projectRoot),
    workspace,
    fetchAllow: environment.fetchAllow ?? [],
    variable: (name) => (variables[name] === '' ? undefined : variables[name]),
    ...{ network, environment, signal: call.signal, onOutput: call.onOutput },
  }
  try {
    const end = await tool(asked)
    return call.signal.aborted ? cancelledReply() : told(end)
  } catch (error) {
    if (call.signal.aborted) return cancelledReply()
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    return failedReply({ code: 'raised', message }, `Error: ${message}`)
  }
}

async function infoOf({ className, sources }: HostCall, network: 'on' | 'off', setting: ShellSetting) {
  const chosen = className === SHELL ? await shellEnclosure(environmentOf(sources), setting) : undefined
  const info: HostCallInfo = {
    language: 'typescript',
    file: `${className} (part of the studio)`,
    sha: sha256(createHash('sha256').update(className).digest('hex')),
    isolation: chosen?.ok === true ? chosen.value.level : 'studio',
    ...(network === 'off' && { offline: true }),
  }
  return info
}

/** The folder that files are in: what the session says, else the network, else the project; never outside of that. */
async function workspaceOf(call: HostCall): Promise<string | BuiltInEnd> {
  const { sources } = call
  const told = jsonAt(objectOf(call.context ?? '{}'), 'deps', 'workspace_root')
  const named = typeof told === 'string' && told !== '' ? told : environmentOf(sources).workspace
  const folder = await guardPath(sources.projectRoot, named)
  if (folder.ok) return folder.value
  return { ok: false, text: `The workspace ${named} lies outside of the project`, category: 'permission' }
}

function objectOf(text: string): JsonObject {
  const parsed = parseJson(text)
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : new Map()
}

const NOTHING = { sly: { set: {}, del: [], opaque: {} }, reads: [], abandoned: false, synchronous: false } as const

function told(end: BuiltInEnd): HostReply {
  if (end.ok)
    return {
      ...NOTHING,
      ok: true,
      text: end.text,
      value: end.value === undefined ? JSON.stringify(end.text) : printJson(end.value),
    }
  const { text, category } = end
  const failure = { code: 'returned-error', message: debugForm(text), ...(category !== undefined && { category }) }
  return failedReply(failure, `Error: ${text}`)
}
