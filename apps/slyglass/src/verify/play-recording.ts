// Plays a recording against this program: its networks served over HTTP, its tools in real hosts, its model by its script.
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HostAssets } from '@slyglass/environment'
import { composeStudio } from '../compose.ts'
import { findDataFolder } from '../data-folder.ts'
import { freePort } from '../server/free-port.ts'
import { createLaunchToken } from '../server/guard/launch-token.ts'
import { requestLimit } from '../service/network-rules.ts'
import { readServiceSettings } from '../service/service.ts'
import { startService } from '../service/start-service.ts'
import type { Environment } from '../workspace/project-env.ts'
import { toolSources } from '../workspace/tool-paths.ts'
import { field, listOf } from './answer.ts'
import { type ModelEntry, type Normalised, type RecordingKit, readScenario, type Scenario } from './recording.ts'
import { type ClientEvent, sendRequests } from './send-requests.ts'
import { startSides } from './side-processes.ts'
import { warmHosts } from './warm-hosts.ts'

/** What playing needs of this installation. */
export interface PlayOptions {
  readonly kit: RecordingKit
  readonly hosts: HostAssets
  /** PATH, HOME and their like. */
  readonly shell: Environment
  /** Words that start this program. */
  readonly slyglass: readonly string[]
  /** An interpreter that has what recorded programs and tools import. */
  readonly python: string
}

/** A recording and the same requests answered here, in comparable form. */
export interface PlayedRecording {
  readonly scenario: Scenario
  readonly recorded: Normalised
  readonly own: Normalised
  /** Every text that the recorded model answers with. */
  readonly said: readonly string[]
  /** The clock talks to one of its networks: how often is a matter of time. */
  readonly isTimed: boolean
  /** Somebody gives up after a while, or there are heartbeats: it counts how soon the work begins. */
  readonly isBound: boolean
}

interface Place {
  readonly folder: string
  readonly scratch: string
  readonly toolLog: string
  readonly ports: Readonly<Record<string, number>>
}

/** Plays one recording. Everything it starts has ended when it resolves. */
export async function playRecording(folder: string, options: PlayOptions): Promise<PlayedRecording> {
  const root = await realpath(folder)
  const { kit } = options
  const scenario = await readScenario(root)
  const scratch = await mkdtemp(join(tmpdir(), 'slyglass-verify-'))
  const modelRequests: ModelEntry[] = []
  const script = kit.readScript(await readFile(join(root, 'model-script.json'), 'utf8'))
  const model = await kit.startScriptedModel({ script, onRequest: noteIn(modelRequests) })
  try {
    const ports = await takePorts(scenario, model.port)
    const place: Place = { folder: root, scratch, toolLog: join(scratch, 'tools.jsonl'), ports }
    const { events: clientEvents, isTimed, isBound } = await withSides(place, scenario, options)
    const scrub = scrubber(place, kit)
    const parts = scrub({ modelRequests, clientEvents, toolLog: await readToolLog(place, kit) })
    return {
      scenario,
      recorded: kit.normaliseFolder(root),
      own: kit.normalise({ scenario, ...parts }),
      said: textsOf(script),
      isTimed,
      isBound,
    }
  } finally {
    await model.close()
    await rm(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

/** The body as it came is no ordinary field of a request, and numbers have their digits only there. */
function noteIn(requests: ModelEntry[]): (entry: ModelEntry) => void {
  return (entry) => {
    requests.push({ ...entry, ...(entry.received === undefined ? {} : { received: entry.received }) })
  }
}

async function takePorts(scenario: Scenario, modelPort: number): Promise<Readonly<Record<string, number>>> {
  const names = ['SERVER_PORT', ...(scenario.free_ports ?? [])]
  const free = await Promise.all(names.map(async (name) => [name, await freePort()] as const))
  return { MODEL_PORT: modelPort, ...Object.fromEntries(free) }
}

interface Answered {
  readonly events: readonly ClientEvent[]
  readonly isTimed: boolean
  readonly isBound: boolean
}

async function withSides(place: Place, scenario: Scenario, options: PlayOptions): Promise<Answered> {
  const { folder, scratch } = place
  const { slyglass, python } = options
  const env = environmentOf(place, scenario, options)
  const sides = await startSides(scenario.side_processes ?? [], {
    ...{ folder, scratch, env, slyglass, python },
    ports: sidePorts(place, scenario),
  })
  try {
    return await serveAndSend(place, scenario, { ...options, shell: env })
  } finally {
    await sides.end()
  }
}

/** Ports that are free for side processes, and those that the recording fixes. */
function sidePorts({ ports }: Place, { free_ports: free = [], env = {} }: Scenario): readonly number[] {
  const fixed = Object.entries(env).filter(([name]) => name.endsWith('_PORT'))
  return [...free.map((name) => ports[name] ?? 0), ...fixed.map(([, port]) => Number(port))].filter((port) => port > 0)
}

const SETTLE_MS = 200

async function serveAndSend(place: Place, scenario: Scenario, { hosts, shell: env }: PlayOptions): Promise<Answered> {
  const composed = await composeStudio({
    version: 'verify',
    data: findDataFolder({ SLYGLASS_HOME: join(place.scratch, 'data') }, process.platform),
    samples: join(place.scratch, 'no-samples'),
    hosts,
    shell: env,
    token: createLaunchToken(),
    folder: place.folder,
    trusted: [place.folder],
    // What tools note lies outside of the project.
    isolation: 'host',
  })
  if (!composed.ok) throw new Error(composed.error.message)
  const { studio, runtime, log, toolEnv, hosts: toolHosts, close } = composed.value
  try {
    const project = await studio.projects.find(studio.askedProject ?? '')
    if (project === undefined) throw new Error(`${place.folder} could not be opened`)
    const port = place.ports.SERVER_PORT ?? 0
    const service = await startService({ studio, runtime, log, project, toolEnv, port, origins: originsIn(scenario) })
    if (!service.ok) throw new Error(service.error.message)
    const served = await service.value.served.all()
    const isTimed = served.some(({ periodic }) => periodic.length > 0)
    const beats = readServiceSettings(env).heartbeatMs > 0
    const isBound = beats || clientLeaves(scenario) || served.some(({ network }) => requestLimit(network) !== undefined)
    if (isBound) {
      const variables = await toolEnv(project)
      const places = served.map(({ network }) => toolSources(project.root, network.name, variables))
      await warmHosts(toolHosts, places)
    }
    const events = await sendRequests(scenario.requests, service.value.port)
    await sleep(scenario.settle_ms ?? SETTLE_MS)
    await service.value.close()
    return { events, isTimed, isBound }
  } finally {
    await close()
  }
}

/** Pages of the recording are listed, so that their requests are compared and not refused. */
function originsIn({ requests }: Scenario): readonly string[] {
  const named = requests.flatMap(({ headers = {} }) => Object.entries(headers))
  return [...new Set(named.filter(([name]) => name.toLowerCase() === 'origin').map(([, origin]) => origin))]
}

function textsOf(script: unknown): readonly string[] {
  return listOf(field(script, 'rules'))
    .map((rule) => field(rule, 'answer', 'content'))
    .filter((content) => typeof content === 'string')
}

function clientLeaves({ requests }: Scenario): boolean {
  return requests.some(({ limit_seconds: limit }) => limit !== undefined)
}

/** The environment that the recorded server had. */
function environmentOf(place: Place, scenario: Scenario, { kit, shell, python }: PlayOptions): Environment {
  const { folder, toolLog, ports } = place
  const given = Object.entries(scenario.env ?? {}).map(([name, value]) => [name, fillIn(String(value), place)])
  const recorded: Record<string, string> = {
    PYTHONPATH: `${folder}:${join(kit.folder, 'pylib')}`,
    AGENT_MANIFEST_FILE: join(folder, 'registries', 'manifest.hocon'),
    AGENT_TOOL_PATH: join(folder, 'coded_tools'),
    OPENAI_API_KEY: 'dummy',
    OPENAI_API_BASE: `http://127.0.0.1:${ports.MODEL_PORT}/v1`,
    RECORD_TOOL_LOG: toolLog,
    RECORD_MODEL_PORT: String(ports.MODEL_PORT),
    RECORD_SERVER_PORT: String(ports.SERVER_PORT),
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    ...Object.fromEntries(given),
  }
  const { PATH, HOME, LANG } = shell
  return { PATH, HOME, LANG, SLYGLASS_PYTHON: python, ...recorded, SLYGLASS_ENV: Object.keys(recorded).join(',') }
}

function fillIn(text: string, { folder, ports }: Place): string {
  const known = Object.entries(ports).map(([name, port]) => [`<${name}>`, String(port)] as const)
  return [['<ROOT>', folder] as const, ...known].reduce((filled, [name, value]) => filled.replaceAll(name, value), text)
}

async function readToolLog({ toolLog }: Place, kit: RecordingKit): Promise<readonly unknown[]> {
  const text = await readFile(toolLog, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => (line === '' ? [] : [kit.readExact(line)]))
}

/** Paths and ports of this machine become the names that recordings have for them. */
function scrubber({ folder, toolLog, ports }: Place, kit: RecordingKit): <T>(parts: T) => T {
  const hosts = Object.entries(ports).flatMap(([name, port]) =>
    ['127.0.0.1', 'localhost'].map((host) => [`${host}:${port}`, `${host}:<${name}>`] as const),
  )
  const pairs = [
    [toolLog, '<TOOL_LOG>'] as const,
    [folder, '<ROOT>'] as const,
    [kit.folder, '<RECORDINGS>'] as const,
    ...hosts,
  ]
  const scrub = (value: unknown): unknown => {
    if (typeof value === 'string') return pairs.reduce((text, [from, to]) => text.replaceAll(from, to), value)
    if (Array.isArray(value)) return value.map(scrub)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, scrub(part)]))
  }
  return (parts) => scrub(parts) as typeof parts
}
