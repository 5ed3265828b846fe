// The studio's own tools behind the tool host port: one table, and in front of it the same checks for all of them.
import { createHash } from 'node:crypto'
import { isJsonObject, type JsonObject, jsonAt, parseJson, printJson, sha256 } from '@slyglass/base'
import type { CodePort, HostCall, HostCallInfo, HostReply, HostUseReply, ToolSources } from '@slyglass/runtime'
import { OWN_CLASSES, SHARED_TOOLS } from '@slyglass/tools'
import { debugForm } from '@slyglass/tools/define'
import { EnvironmentDesk } from '../environments/environment-desk.ts'
import { createEnvironments, type Environments, type SessionEnvironment } from '../environments/environments.ts'
import { findToolSource } from '../find-tool-source.ts'
import type { ToolHostOptions } from '../options.ts'
import { cancelledReply, failedReply } from '../replies.ts'
import { environmentOf } from '../sandbox/levels.ts'
import type { ToolHosts } from '../tool-hosts.ts'
import { ENVIRONMENT } from '../typescript-host/reserved.ts'
import type { BuiltInCall, BuiltInEnd, BuiltInTool } from './built-in-tool.ts'
import { currentDateTime } from './clock-tool.ts'
import { fileEdit, fileRead, fileWrite } from './file-tools.ts'
import { fileGlob, fileGrep } from './search-tools.ts'
import { bash, bashKill, bashOutput } from './shell-tool.ts'
import { SEARCH_PROVIDERS, webSearch } from './web-search.ts'
import { requests, webFetch } from './web-tools.ts'

type BuiltInOptions = Pick<ToolHostOptions, 'env' | 'studioEnv' | 'hide' | 'isolation' | 'network' | 'limits'> & {
  /** Runs code of environments. */
  readonly code?: CodePort
}

/** Hosts that have the studio's own tools too, and the environments in which these work. */
export interface BuiltInHosts extends ToolHosts {
  readonly environments: Environments
}

const FILES = `${OWN_CLASSES}files.`
const SHELL = `${OWN_CLASSES}shell.`
const CLOCK = 'get_current_date_time.GetCurrentDateTime'

function toolTable(now: () => number): ReadonlyMap<string, BuiltInTool> {
  return new Map<string, BuiltInTool>([
    [`${FILES}FileRead`, fileRead],
    [`${FILES}FileWrite`, fileWrite],
    [`${FILES}FileEdit`, fileEdit],
    [`${FILES}FileGlob`, fileGlob],
    [`${FILES}FileGrep`, fileGrep],
    [`${SHELL}Bash`, bash],
    [`${SHELL}BashOutput`, bashOutput],
    [`${SHELL}BashKill`, bashKill],
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
): BuiltInHosts {
  const table = toolTable(now)
  const environments = createEnvironments({ ...options, hooks: hosts.hooks })
  const variables = (root: string) => options.studioEnv?.(root) ?? {}
  const toolOf = (sources: ToolSources, className: string) => {
    const isOwn = className.startsWith(OWN_CLASSES) || (className === CLOCK && !isInProject(sources, className))
    return isOwn ? table.get(className) : undefined
  }
  return {
    async call(call) {
      const tool = call.middleware === undefined ? toolOf(call.sources, call.className) : undefined
      return tool === undefined
        ? hosts.call(withEnvironment(call, environments))
        : runBuiltIn(tool, call, {
            ...{ environments, network: options.network },
            variables: variables(call.sources.projectRoot),
          })
    },
    async describe(sources, className, signal) {
      if (className.startsWith(OWN_CLASSES)) return describeBuiltIn(className)
      return hosts.describe?.(sources, className, signal)
    },
    hooks: hosts.hooks,
    health: (sources, className, signal) => hosts.health(sources, className, signal),
    load: (sources, className, signal) => hosts.load(sources, className, signal),
    async release(run) {
      await Promise.all([hosts.release(run), environments.release(run)])
    },
    gone: (run) => hosts.gone(run),
    async dispose() {
      await Promise.all([hosts.dispose(), environments.dispose()])
    },
    environments,
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

/** A coded tool asks its environment as it asks other tools. */
function withEnvironment(call: HostCall, environments: Environments): HostCall {
  const desk = new EnvironmentDesk(async () => {
    const opened = await environments.of(call)
    if (opened.ok) return opened.value.environment
    throw new Error(opened.error.message)
  })
  const none = (tool: string): HostUseReply => ({ ok: false, kind: 'value', message: `No agent_tool_spec for ${tool}` })
  return {
    ...call,
    async onUse(tool, args) {
      if (tool === ENVIRONMENT) return desk.ask(args)
      return (await call.onUse?.(tool, args)) ?? none(tool)
    },
  }
}

interface Surroundings {
  readonly environments: Environments
  readonly network: 'on' | 'off' | undefined
  readonly variables: Readonly<Record<string, string | undefined>>
}

async function runBuiltIn(tool: BuiltInTool, call: HostCall, around: Surroundings): Promise<HostReply> {
  const { environments, variables } = around
  const opened = await environments.of(call)
  if (!opened.ok) {
    const { code, message } = opened.error
    return told({ ok: false, text: message, ...(code === 'permission' && { category: code }) })
  }
  if (call.signal.aborted) return cancelledReply()
  const place = opened.value
  const rules = environmentOf(call.sources)
  const network = around.network === 'off' ? 'off' : rules.network
  await call.onStart(infoOf(call, place, network))
  const asked: BuiltInCall = {
    args: objectOf(call.args),
    fetchAllow: rules.fetchAllow ?? [],
    variable: (name) => (variables[name] === '' ? undefined : variables[name]),
    ...(call.profile !== undefined && { profile: call.profile }),
    ...{ place, network, signal: call.signal, onOutput: call.onOutput },
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

/** Commands are around what their environment has around programs; files of this machine are read by the studio itself. */
function infoOf({ className }: HostCall, place: SessionEnvironment, network: 'on' | 'off'): HostCallInfo {
  const isOfPlace = className.startsWith(SHELL) || (className.startsWith(FILES) && place.isolation === 'memory')
  return {
    language: 'typescript',
    file: `${className} (part of the studio)`,
    sha: sha256(createHash('sha256').update(className).digest('hex')),
    isolation: isOfPlace ? place.isolation : 'studio',
    ...((isOfPlace ? place.network : network) === 'off' && { offline: true }),
  }
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
