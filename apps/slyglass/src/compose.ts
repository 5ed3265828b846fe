// The composition root: the one place where ports meet their adapters.
import { hash } from 'node:crypto'
import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { err, ok, type Result, type RunId, type SessionId, sha256 } from '@slyglass/base'
import {
  type BuiltInHosts,
  type CodeCells,
  codeInEnvironments,
  createCodePort,
  createMcpPort,
  createRemoteNetworks,
  createToolHosts,
  findPython,
  type HostAssets,
  hasBubblewrap,
  type McpOptions,
  type McpServers,
  type PythonSearch,
  type ToolHostOptions,
  type ToolHosts,
  withBuiltInTools,
} from '@slyglass/environment'
import { createModelPort } from '@slyglass/models'
import {
  type LibsqlRunStore,
  type MasterKeyFailure,
  openRunStore,
  readMasterKey,
  type StoreFailure,
} from '@slyglass/run-store'
import { createRuntime, type Runtime, type RuntimePorts } from '@slyglass/runtime'
import type { Logger } from 'pino'
import { importNetwork } from './authoring/import-network.ts'
import { importSample } from './authoring/import-sample.ts'
import { createTool } from './authoring/new-tool.ts'
import { readImport } from './authoring/read-import.ts'
import { createToolSharing, type ToolSharing } from './authoring/share-tools.ts'
import type { DataFolder } from './data-folder.ts'
import { createFarServers } from './far/far-servers.ts'
import { callAfter, pause } from './pause.ts'
import { createRedactor, type Redactor } from './redact.ts'
import { composeRun } from './runs/compose-run.ts'
import { followLeftValues } from './runs/left-values.ts'
import { createRuns } from './runs/start-run.ts'
import { createSurroundings } from './runs/surroundings.ts'
import { takeUpRuns } from './runs/take-up.ts'
import type { Machine, Studio } from './server/studio.ts'
import { openServerLog } from './server-log.ts'
import { createSessions } from './sessions/sessions.ts'
import { createModelChoice } from './settings/model-settings.ts'
import { openPythonChoice, type PythonChoice } from './settings/python-choice.ts'
import { codeUnder, hostsUnder, openToolNetwork, serversUnder, type ToolNetwork } from './settings/tool-network.ts'
import { createProjectFiles } from './workspace/files.ts'
import { createMcpServers } from './workspace/mcp-servers.ts'
import { listMcpTools } from './workspace/mcp-tools.ts'
import {
  dotEnvOf,
  type Environment,
  networkEnv,
  ofDotEnv,
  studioEnvironment,
  toolEnvironment,
} from './workspace/project-env.ts'
import { createHealthReader } from './workspace/project-health.ts'
import { createProjectNetworks, readCallable } from './workspace/project-networks.ts'
import { skillsReader } from './workspace/project-skills.ts'
import { createProjectToolbox } from './workspace/project-toolbox.ts'
import { createProjectTools } from './workspace/project-tools.ts'
import { createProjects, type Project } from './workspace/projects.ts'
import { readSampleCards } from './workspace/sample-cards.ts'
import { createTrust } from './workspace/trust.ts'
import { createFileWatch } from './workspace/watch-files.ts'

/** What belongs to the installation and to this launch. */
export interface ComposeOptions {
  readonly version: string
  readonly data: DataFolder
  readonly samples: string
  readonly hosts: HostAssets
  readonly shell: Environment
  readonly token: string
  /** Folder that the command line asked to open. */
  readonly folder?: string
  /** Address of a running server that the command line asked to open; the page asks the person before it is asked. */
  readonly server?: string
  /** Folders whose tools this launch was asked to run; nothing is written down about them. */
  readonly trusted?: readonly string[]
  /** Goes on with the runs that were open when their server ended; a command for one purpose leaves them alone. */
  readonly takeUp?: boolean
  /** The folder is among the recent ones from then on: a person looks at it or serves it. A command for one purpose leaves the list alone. */
  readonly remember?: boolean
  readonly keepAliveMs?: number
  /** Where tools run; as the machine allows when absent. */
  readonly isolation?: 'auto' | 'host'
  /** Who reaches other servers; this machine does when absent. */
  readonly outside?: Pick<RuntimePorts, 'mcp' | 'remote'>
}

/** Why there is no studio. */
export type ComposeFailure = StoreFailure | MasterKeyFailure | { readonly code: 'folder'; readonly message: string }

/** A studio and the end of it. */
export interface Composed {
  readonly studio: Studio
  readonly log: Logger
  readonly redactor: Redactor
  readonly runtime: Runtime
  readonly hosts: ToolHosts
  /** Variables that say where a project's tools lie. */
  toolEnv(project: Project): Promise<Environment>
  close(): Promise<void>
}

const KEEP_ALIVE_MS = 15_000

/** Joins everything. Fails when the run database or the asked folder cannot be used, before anything is started. */
export async function composeStudio(options: ComposeOptions): Promise<Result<Composed, ComposeFailure>> {
  const { data, shell } = options
  const opened = openData(data, shell)
  if (!opened.ok) return opened
  const { store, leftBy, master } = opened.value
  await mkdir(data.projects, { recursive: true, mode: 0o700 })
  const [closing, leaving] = [new AbortController(), new AbortController()]

  const trust = createTrust(data.trust, options.trusted)
  const files = createProjectFiles(await realpath(data.root))
  const watch = createFileWatch()
  const left = (session: SessionId) => environments.release(session)
  const sessions = createSessions({ store, master, gone: (run) => hosts.gone(run), left })
  const model = createModelChoice({ shell, trust })
  const redactor = createRedactor({
    secrets: () => [options.token, shell.SLYGLASS_MASTER_KEY ?? '', ...model.secrets()],
    searches: sessions.searches,
  })
  const log = openServerLog(data.log, redactor)
  const servers = createFarServers()
  const projects = createProjects({ data, samples: options.samples, trust })
  const networks = createProjectNetworks({ files, trust, shell })
  const python = await openPythonChoice({ file: data.python, trust, shell })
  const toolNetwork = await openToolNetwork(data.tools, shell)
  const { hosts, code, environments } = createWorkplaces({ ...options, python, toolNetwork }, log, redactor)
  const tools = createProjectTools({ trust, shell, python, hosts })
  const peer = peerReader(projects, { files, networks, model, toolEnv: tools.env })
  const mcpServers = createMcpServers({ projects, files, trust, shell })
  const mcp = serversUnder(toolNetwork, createMcpPort({ programs: programRules(options, trust) }))
  const outside = { peer, mcpServers, ...(options.outside ?? { mcp, remote: createRemoteNetworks() }) }
  const { env: toolEnv } = tools
  const toolbox = createProjectToolbox({ trust, shell, networks, python })
  const surroundings = createSurroundings({ projects, trust, files, networks, model, store, toolEnv })
  const [{ unmetNeeds }, skills] = [toolbox, skillsReader({ files, projects })]
  const own = { ...runtimePorts({ store, hosts, sessions, model }), code, unmetNeeds, skills }
  const ports: RuntimePorts = { ...own, ...outside, surroundings }
  const runtime = createRuntime(ports)
  const { hooks } = hosts
  const runs = createRuns({
    ...{ projects, servers, trust, files, networks, sessions, model, store, runtime, ports, toolEnv, hooks, leftBy },
  })
  const open = options.remember === true ? projects.open : projects.openInPassing
  const asked = options.folder === undefined ? ok(undefined) : await open({ path: options.folder })
  if (!asked.ok) {
    store.close()
    return err({ code: 'folder', message: asked.error.message })
  }
  if (options.takeUp === true)
    await takeUpRuns({ store, runtime, log, signal: leaving.signal, forget: sessions.forget })

  const studio: Studio = {
    version: options.version,
    ...{ projects, servers, trust, files, watch, networks, runs, sessions, model, python, toolNetwork, store },
    closing: closing.signal,
    keepAliveMs: options.keepAliveMs ?? KEEP_ALIVE_MS,
    ...(asked.value === undefined ? {} : { askedProject: asked.value.id }),
    ...(options.server === undefined ? {} : { askedServer: options.server }),
    reportDefect: (error, where) => log.error({ where, error: textOf(error) }, 'defect'),
    machine: machineDescriber(shell, toolNetwork),
    sampleCards: () => readSampleCards(options.samples, networks),
    ...aboutMaking(options, { files, networks, trust, toolEnv }),
    listToolbox: toolbox.list,
    ...aboutTools(networks, tools),
    listMcpTools: (project, network) =>
      listMcpTools({ trust, networks, mcpServers, mcp: outside.mcp ?? mcp }, project, network),
    readHealth: createHealthReader({ trust, networks, toolEnv, hosts, now: Date.now }),
  }
  const close = () => closeAll({ closing, leaving, runtime, store, hosts, code, mcp, watch })
  return ok({ studio, hosts, log, redactor, runtime, toolEnv, close })
}

/** The runs of this installation, and the key of their private values. */
function openData(data: DataFolder, shell: Environment) {
  const opened = openRunStore(data.runs)
  if (!opened.ok) return opened
  const master = readMasterKey(data.masterKey, shell.SLYGLASS_MASTER_KEY)
  if (master.ok) return ok({ ...followLeftValues(opened.value), master: master.value })
  opened.value.close()
  return master
}

/** Where tools and code run, under the switch of their network. */
function createWorkplaces(
  asked: ComposeOptions & { readonly python: PythonChoice; readonly toolNetwork: ToolNetwork },
  log: Logger,
  redactor: Redactor,
) {
  const { toolNetwork } = asked
  const engines = createCode(asked)
  const builtIn = createHosts(asked, { log, redactor, code: engines })
  const { environments } = builtIn
  const code = codeUnder(toolNetwork, codeInEnvironments(engines, environments))
  return { hosts: hostsUnder(toolNetwork, builtIn), code, environments }
}

function aboutTools(
  networks: Studio['networks'],
  tools: ReturnType<typeof createProjectTools>,
): Pick<Studio, 'explainPermissions' | 'findTools' | 'listCommands'> {
  return {
    async explainPermissions(project, name) {
      const read = await networks.read(project, name)
      return read === undefined ? undefined : tools.permissions(project, read, await networks.env(project))
    },
    async listCommands(project, name, lent) {
      const read = await networks.read(project, name)
      return read === undefined ? undefined : tools.commands(project, read, await networks.env(project), lent)
    },
    async findTools(project, name, load) {
      const read = await networks.read(project, name)
      return read === undefined ? undefined : tools.find(project, read.network, load)
    },
  }
}

/** What brings tools and samples into a project, and tools out of it. */
function aboutMaking(
  { samples, data }: ComposeOptions,
  parts: Parameters<typeof createToolSharing>[0],
): Pick<Studio, 'importSample' | 'importNetwork' | 'readImport' | 'createTool' | keyof ToolSharing> {
  return {
    importSample: async ({ root }, asked) => importSample(samples, { root, closed: await realpath(data.root) }, asked),
    importNetwork: (project, asked) => importNetwork(parts, project, asked),
    readImport: (path) => readImport(path, data),
    createTool: (project, asked) => createTool(parts, project, asked),
    ...createToolSharing(parts),
  }
}

/** Another network of the project that a run is of, as it is run. */
function peerReader(
  projects: Studio['projects'],
  parts: Parameters<typeof composeRun>[0] & Pick<Studio, 'networks'>,
): NonNullable<RuntimePorts['peer']> {
  return async (name, from) => {
    const project = await projects.find(from.project)
    const read = project === undefined ? undefined : await readCallable(parts.networks, project, name)
    if (project === undefined || read === undefined) return undefined
    return composeRun(parts, { project, ...read })
  }
}

function createHosts(
  { hosts, data, shell, isolation, python }: ComposeOptions & { readonly python: PythonChoice },
  { log, redactor, code }: { readonly log: Logger; readonly redactor: Redactor; readonly code: CodeCells },
): BuiltInHosts {
  const options: ToolHostOptions = {
    assets: hosts,
    python: python.chosen,
    cacheFolder: join(data.root, 'cache', 'tools'),
    projectEnv: projectEnvOf(shell),
    studioEnv: (root) => studioEnvironment(root, shell),
    hide: [data.root],
    env: shell,
    ...(isolation === undefined ? {} : { isolation }),
    cleanOutput: redactor.redact,
    onToolOutput: ({ network, language, tool, text }) =>
      log.info({ network, language, tool, text }, 'output of a tool'),
    onHostOutput: ({ network, language, text }) => log.info({ network, language, text }, 'output of a tool host'),
  }
  return withBuiltInTools(createToolHosts(options), { ...options, code })
}

function projectEnvOf(shell: Environment): (root: string) => Readonly<Record<string, string>> {
  const ofShell = networkEnv(shell, {})
  const envOf = ofDotEnv((root) => ({ ...toolEnvironment(root), ...ofShell }))
  return (root) => envOf(root, dotEnvOf(root))
}

/** Code that models write is enclosed as tools are; variables of the project do not reach it. */
function createCode(asked: ComposeOptions & { readonly python: PythonChoice }): CodeCells {
  const { hosts, data, shell, isolation, python } = asked
  const options = { assets: hosts, python: python.chosen, hide: [data.root], env: shell }
  return createCodePort(isolation === undefined ? options : { ...options, isolation })
}

/** Programs that are MCP servers start in trusted folders only, and see no more than tools do. */
function programRules(
  { data, shell, isolation }: ComposeOptions,
  trust: ReturnType<typeof createTrust>,
): NonNullable<McpOptions['programs']> {
  return {
    env: shell,
    hide: [data.root],
    isTrusted: (root) => trust.isTrusted(root),
    ...(isolation === undefined ? {} : { isolation }),
  }
}

function runtimePorts(parts: {
  readonly store: LibsqlRunStore
  readonly hosts: ToolHosts
  readonly sessions: ReturnType<typeof createSessions>
  readonly model: ReturnType<typeof createModelChoice>
}): RuntimePorts {
  return {
    store: parts.store,
    hosts: parts.hosts,
    hooks: parts.hosts.hooks,
    models: createModelPort({ credential: parts.model.credential }),
    clock: { now: () => Date.now(), sleep: pause, after: callAfter },
    digests: { sha256: (text) => sha256(hash('sha256', text)) },
    vault: (session) => parts.sessions.vault(session),
    releaseVault: (session) => void parts.sessions.forget(session).catch(() => undefined),
    storeRecovers: true,
  }
}

/** Python is looked for again until it is found, so that installing it helps at once. */
function machineDescriber(env: Environment, network: ToolNetwork): () => Promise<Machine> {
  let isolation: Promise<boolean> | undefined
  return async () => {
    isolation ??= hasBubblewrap(env)
    const [toolNetwork, isFixed] = [network.now(), network.isFixed]
    const machine = toMachine(await findPython({ env }), await isolation)
    return { ...machine, toolNetwork, ...(isFixed && { toolNetworkFixed: true }) }
  }
}

function toMachine(python: PythonSearch, bubblewrap: boolean): Pick<Machine, 'python' | 'bubblewrap'> {
  return {
    bubblewrap,
    python: python.found
      ? { found: true, version: python.version, path: python.command }
      : { found: false, hint: python.hint },
  }
}

const GRACE_MS = 3_000

/**
 * Stops the runs of this server, but lets those go that wait for a person; waits a moment for their last commits, then ends the
 * children whatever they do.
 */
async function closeAll(parts: {
  readonly closing: AbortController
  /** Ends the hold on runs that did not stop in time. */
  readonly leaving: AbortController
  readonly runtime: Runtime
  readonly store: LibsqlRunStore
  readonly hosts: ToolHosts
  readonly code: CodeCells
  readonly mcp: McpServers
  readonly watch: ReturnType<typeof createFileWatch>
}): Promise<void> {
  const { runtime, store } = parts
  parts.closing.abort()
  const runs = runtime.activeRuns()
  const stop = async (run: RunId) => {
    if (await runtime.letGo(run)) return
    await store.send(run, { id: 'server-closing', kind: 'cancel' })
    await runtime.settled(run)
  }
  // The rest of the moment is taken back: as long as it is on, a command does not end.
  await Promise.race([Promise.all(runs.map(stop)), sleep(GRACE_MS, undefined, { signal: parts.leaving.signal })])
  parts.leaving.abort()
  await Promise.all([parts.hosts.dispose(), parts.code.dispose(), parts.mcp.dispose(), parts.watch.close()])
  store.close()
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
