// Plays a recorded scenario of neuro-san through the runtime: the same client requests, one run each, with the ports given.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject, type JsonText, parseJson, printJson, runId, sessionId } from '@slyglass/base'
import { readManifest, readNetwork } from '@slyglass/network'
import { type HistoryMessage, type RunEvent, sessionHistory } from '@slyglass/run-log'
import { createVault, type SlyVault } from '@slyglass/sly'
import { createRuntime } from '../create-runtime.ts'
import { MemoryRunStore } from '../memory-run-store.ts'
import type {
  Clock,
  McpPort,
  ModelPort,
  ModelProvider,
  PeerNetwork,
  RemoteNetworkPort,
  RunRequest,
  ToolHostPort,
} from '../ports.ts'
import { nodeDigests, testHmac } from './digests.ts'

export interface Scenario {
  readonly name: string
  readonly parallel?: boolean
  readonly env?: Readonly<Record<string, string>>
  /** Names of variables that hold ports of further processes. */
  readonly free_ports?: readonly string[]
  readonly side_processes?: readonly { readonly command: readonly string[]; readonly wait_ms?: number }[]
  readonly requests: readonly ScenarioRequest[]
}

interface ScenarioRequest {
  readonly id: string
  readonly agent?: string
  /** What the service hands on as request metadata. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: {
    readonly user_message?: { readonly text?: string }
    readonly sly_data?: unknown
    readonly chat_context?: { readonly $from?: string }
  }
}

export interface ScenarioPorts {
  readonly models: ModelPort
  readonly hosts: ToolHostPort
  readonly clock: Clock
  readonly mcp?: McpPort
  readonly remote?: RemoteNetworkPort
  readonly provider: ModelProvider
  readonly env?: Readonly<Record<string, string>>
  /** Import roots of Python tools besides the scenario's own. */
  readonly pythonPath?: readonly string[]
}

/** One client request and the log of its run. */
export interface Played {
  readonly id: string
  readonly log: readonly RunEvent[]
  /** Everything the store keeps of it. */
  readonly bytes: string
}

export function readScenario(folder: string): Scenario {
  return JSON.parse(readFileSync(join(folder, 'scenario.json'), 'utf8'))
}

/** Plays every chat request of a scenario, in order; requests to other routes are passed over. */
export async function playScenario(folder: string, ports: ScenarioPorts): Promise<readonly Played[]> {
  const documents = readDocuments(folder)
  const served = servedNetworks(documents, scenarioEnv(folder, ports))
  const played: Played[] = []
  const histories = new Map<string, readonly HistoryMessage[]>()
  for (const [index, request] of readScenario(folder).requests.entries()) {
    const file = served.get(request.agent ?? '')
    if (file === undefined) continue
    const history = histories.get(request.body?.chat_context?.$from ?? '') ?? []
    const one = await playRequest(folder, ports, { request, index, history, documents, served, file })
    histories.set(request.id, [...history, ...sessionHistory([one.log])])
    played.push(one)
  }
  return played
}

interface Turn {
  readonly request: ScenarioRequest
  readonly index: number
  readonly history: readonly HistoryMessage[]
  readonly documents: RunRequest['documents']
  readonly served: ReadonlyMap<string, string>
  readonly file: string
}

async function playRequest(folder: string, ports: ScenarioPorts, turn: Turn): Promise<Played> {
  const { models, hosts, clock } = ports
  const { id, agent = '', body, headers } = turn.request
  const metadata = { request_id: `request-${turn.index + 1}`, user_id: 'None', ...forwarded(headers) }
  const values = new Map([...slyValues(folder, turn.index), ['request_metadata', JSON.stringify(metadata)]])
  const vaults = new Map<string, SlyVault>([[`ses_${turn.index}`, createVault({ hmac: testHmac, values })]])
  const vault = (session: string): SlyVault => {
    const known = vaults.get(session) ?? createVault({ hmac: testHmac })
    vaults.set(session, known)
    return known
  }
  const store = new MemoryRunStore()
  const about = (network: string, path: string): PeerNetwork => ({
    project: 'prj_scenario',
    network,
    file: path,
    documents: turn.documents,
    env: scenarioEnv(folder, ports),
    sources: {
      projectRoot: folder,
      toolRoots: toolRoots(folder),
      pythonPath: [folder, ...(ports.pythonPath ?? [])],
      network,
    },
    provider: ports.provider,
  })
  const peer = async (name: string): Promise<PeerNetwork | undefined> => {
    const path = turn.served.get(name)
    return path === undefined ? undefined : about(name, path)
  }
  const runtime = createRuntime({
    store,
    models,
    hosts,
    clock,
    digests: nodeDigests,
    vault: async (session) => vault(session),
    peer,
    ...(ports.mcp && { mcp: ports.mcp }),
    ...(ports.remote && { remote: ports.remote }),
  })
  const run = runId(`run_${turn.index}`)
  await runtime.start({
    ...about(agent, turn.file),
    run,
    session: sessionId(`ses_${turn.index}`),
    message: body?.user_message?.text ?? '',
    history: turn.history,
    streaming: 'network',
    source: 'test',
  })
  await runtime.settled(run)
  return { id, log: await store.read(run, -1, Number.MAX_SAFE_INTEGER), bytes: store.bytes() }
}

function scenarioEnv(folder: string, ports: ScenarioPorts): Readonly<Record<string, string>> {
  const given = Object.entries(readScenario(folder).env ?? {})
  // Paths inside of the scenario are relative to it, like those of a project.
  const env = given.map(([name, value]) => [name, value.replaceAll('<ROOT>/', '')])
  return { ...Object.fromEntries(env), ...ports.env }
}

function toolRoots(folder: string): readonly string[] {
  const named = readScenario(folder).env?.AGENT_TOOL_PATH?.split(':')
  return named?.map((root) => root.replace('<ROOT>', folder)) ?? [join(folder, 'coded_tools')]
}

/** Files of the networks that the scenario's manifest serves; those that do not load are left out, as a server does. */
function servedNetworks(
  documents: RunRequest['documents'],
  env: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const texts = Object.fromEntries(documents.map(({ path, text }) => [path, text]))
  const manifest = readManifest({ file: 'registries/manifest.hocon', texts, env })
  const networks = manifest.networks.map(({ name }) => name)
  const usable = manifest.networks.filter(({ name, file, serve }) => {
    const faults = readNetwork({ network: name, file, texts, env, networks }).diagnostics
    return serve && !faults.some(({ severity, code }) => severity === 'error' && !TOLD_LATER.has(code))
  })
  return new Map(usable.map(({ name, file }) => [name, file]))
}

/** Errors of the editor that a server only tells when the network runs. */
const TOLD_LATER: ReadonlySet<string> = new Set(['front-man-class', 'front-man-toolbox', 'bad-parameters', 'bad-class'])

/** The headers that a service hands on by default. */
function forwarded(headers: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name === 'request_id' || name === 'user_id'))
}

function readDocuments(folder: string): RunRequest['documents'] {
  const inside = readdirSync(join(folder, 'registries'), { recursive: true, encoding: 'utf8' })
  const beside = readdirSync(folder).filter((name) => name.endsWith('.hocon'))
  return [...inside.map((name) => `registries/${name.replaceAll('\\', '/')}`), ...beside]
    .filter((path) => /\.(hocon|json)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
}

/** The private values of the `index`-th request, with their digits kept. */
function slyValues(folder: string, index: number): ReadonlyMap<string, JsonText> {
  const parsed = parseJson(readFileSync(join(folder, 'scenario.json'), 'utf8'))
  let at = parsed.ok ? parsed.value : null
  for (const key of ['requests', index, 'body', 'sly_data']) {
    if (typeof key === 'number') at = Array.isArray(at) ? (at[key] ?? null) : null
    else at = isJsonObject(at) ? (at.get(key) ?? null) : null
  }
  return new Map(isJsonObject(at) ? [...at].map(([key, value]) => [key, printJson(value)]) : [])
}
