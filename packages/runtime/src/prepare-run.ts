// A run with everything that its steps share: its network and vault, its journal, and what is known from before.
import { isJsonObject, type JsonObject, jsonAt, parseJson } from '@slyglass/base'
import type { Network } from '@slyglass/network'
import { type HistoryMessage, RUN_SPAN } from '@slyglass/run-log'
import type { SlySearch, SlyVault } from '@slyglass/sly'
import { type CallServices, callServices, type ProcessMemory } from './calls/call-services.ts'
import { alike, type Forms } from './forms.ts'
import { Instances } from './instances.ts'
import { Journal, type OwnedLog } from './journal.ts'
import { LateValues } from './late-values.ts'
import { networkInputs } from './network-inputs.ts'
import type { RunRequest, RuntimePorts } from './ports.ts'
import { type RecordOptions, recordSource } from './record-source.ts'
import type { Peers, RunContext } from './run-context.ts'
import { Sealer } from './sealer.ts'
import { slySearches } from './sly-searches.ts'

/** The ports, and what this process learned about endpoints. */
export interface Ports extends RuntimePorts, Pick<RunContext, 'chatOnly' | 'announced'> {
  readonly runPeer: Peers['run']
  readonly memory: ProcessMemory
}

export interface Inputs extends Pick<RunContext, 'modelInfo' | 'chatOnly' | 'announced' | 'toolbox' | 'callersTimes'> {
  readonly request: RunRequest
  readonly network: Network
  readonly vault: SlyVault
  /** `onMore` is told of a search that looks for more than the one before. */
  search(onMore?: (search: SlySearch) => void): () => SlySearch | undefined
  readonly history: readonly Forms<HistoryMessage>[]
}

export function readInputs(ports: Ports, request: RunRequest, vault: SlyVault): Inputs {
  const { network, modelInfo, toolbox, readable } = networkInputs(request)
  const history = request.history.map(alike<HistoryMessage>)
  const { chatOnly, announced } = ports
  const search: Inputs['search'] = (onMore) => slySearches(vault, readable, onMore)
  return { request, network, vault, search, history, chatOnly, announced, modelInfo, toolbox }
}

/** `studio.sly.keep = memory`: nothing private of a run is written down, not even sealed. */
export function keepsInMemory(network: Network): boolean {
  return jsonAt(network.json as JsonObject, 'studio', 'sly', 'keep') === 'memory'
}

export interface Prepared {
  readonly context: RunContext
  readonly journal: Journal
  /** Aborted when a person stops the run, and when it has ended: nobody waits for anything of it then. */
  readonly stop: AbortController
  /** Says that the run has ended. */
  readonly end: () => void
}

/** A person may be asked in a chat only: a client of the service or a test has nobody who sees the question. */
function servicesOf({ memory, hooks }: Ports, { request, search }: Inputs, journal: Journal): CallServices {
  const read = (text: string | undefined): JsonObject => {
    const parsed = parseJson(text ?? '{}')
    return parsed.ok && isJsonObject(parsed.value) ? parsed.value : new Map()
  }
  const { deps } = request
  const started = journal.find(RUN_SPAN, 'run.started')
  const logged = started === undefined ? search()()?.maskJson(deps ?? '{}').text : started.deps
  const truth = read(deps)
  const forms = logged === undefined || logged === (deps ?? '{}') ? alike(truth) : { truth, logged: read(logged) }
  return callServices(memory, { hooks, attended: request.attended ?? request.source === 'chat', deps: forms })
}

export function prepareRun(ports: Ports, inputs: Inputs, owned: OwnedLog, record?: RecordOptions): Prepared {
  const { request, vault } = inputs
  const { run, session } = request
  const stop = new AbortController()
  let end = (): void => undefined
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  const onClosed = (cause: unknown) => stop.abort(cause)
  const { store, models, hosts, clock, digests } = ports
  const late = new LateValues(store)
  const search = inputs.search((more) => late.look(more))
  const sealer = keepsInMemory(inputs.network) ? {} : { sealer: new Sealer(vault, session, run) }
  const journal = new Journal({ store, clock, search, ...sealer, onClosed }, run, owned)
  late.follow(journal, owned.events)
  const context: RunContext = {
    ...inputs,
    search,
    late,
    models,
    hosts,
    code: ports.code,
    mcp: ports.mcp,
    mcpServers: once(async () => (await ports.mcpServers?.(request)) ?? new Map()),
    ...(ports.unmetNeeds !== undefined && {
      unmetNeeds: async (info, args) => ports.unmetNeeds?.(request, info, args),
    }),
    ...(ports.skills !== undefined && { skills: async () => (await ports.skills?.(request)) ?? [] }),
    remote: ports.remote,
    clock,
    digests,
    journal,
    peers: {
      find: async (name) => ports.peer?.(name, request),
      vault: (session) => ports.vault(session),
      run: ports.runPeer,
      release: (session) => ports.releaseVault?.(session),
    },
    over,
    instances: new Instances(owned.events),
    calls: servicesOf(ports, inputs, journal),
    source: record === undefined ? undefined : recordSource(record),
  }
  return { context, journal, stop, end }
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined
  return () => {
    begun ??= read()
    return begun
  }
}
