// Everything that a run needs, in memory and in virtual time.
import { type JsonText, ok, type RunId, runId, type SessionId, sessionId } from '@slyglass/base'
import type { RunEvent } from '@slyglass/run-log'
import { createVault, type SlyVault } from '@slyglass/sly'
import type { StartOptions } from '../begin-run.ts'
import type { CodePort } from '../code-ports.ts'
import { createRuntime, type Runtime } from '../create-runtime.ts'
import { MemoryRunStore } from '../memory-run-store.ts'
import type {
  HookPort,
  McpPort,
  ModelPort,
  PeerNetwork,
  RemoteNetworkPort,
  RunRequest,
  RunStore,
  RuntimePorts,
  ToolHostPort,
} from '../ports.ts'
import { restoreVault } from '../restore-vault.ts'
import { nodeDigests, testKeys } from './digests.ts'
import { VirtualClock } from './virtual-clock.ts'

export const TEST_RUN: RunId = runId('run_aaaaaaaaaaaaaaaaaaaa')
export const TEST_SESSION: SessionId = sessionId('ses_aaaaaaaaaaaaaaaaaaaa')

export interface BenchOptions {
  readonly models: ModelPort
  readonly hosts: ToolHostPort
  readonly clock?: VirtualClock
  readonly store?: MemoryRunStore
  /** Stands between the runtime and the store, for faults. */
  readonly wrapStore?: (store: RunStore) => RunStore
  readonly storeRecovers?: boolean
  readonly sly?: Readonly<Record<string, JsonText>>
  readonly vault?: SlyVault
  readonly hooks?: HookPort
  readonly code?: CodePort
  readonly mcp?: McpPort
  readonly mcpServers?: RuntimePorts['mcpServers']
  readonly unmetNeeds?: RuntimePorts['unmetNeeds']
  readonly skills?: RuntimePorts['skills']
  readonly remote?: RemoteNetworkPort
  /** Other networks of the same server, as JavaScript objects by name. */
  readonly peers?: Readonly<Record<string, object>>
}

export interface Bench {
  readonly runtime: Runtime
  readonly store: MemoryRunStore
  readonly clock: VirtualClock
  readonly vault: SlyVault
  /** The vault with what an earlier bench on the same store has sealed. */
  openedVault(): Promise<SlyVault>
  /** Runs to the end and gives the whole log. */
  run(request: RunRequest, options?: StartOptions): Promise<readonly RunEvent[]>
  log(run?: RunId): Promise<readonly RunEvent[]>
}

export function testBench(options: BenchOptions): Bench {
  const clock = options.clock ?? new VirtualClock()
  const store = options.store ?? new MemoryRunStore()
  const vault = options.vault ?? newVault(TEST_SESSION)
  vault.update(new Map(Object.entries(options.sly ?? {})))
  const vaults = new Map<SessionId, Promise<SlyVault>>()
  /** What an earlier bench on the same store has sealed is there again. */
  const openVault = async (session: SessionId): Promise<SlyVault> => {
    const opened = session === TEST_SESSION ? vault : newVault(session)
    if (opened.isEmpty) await restoreVault(opened, session, store)
    return opened
  }
  const vaultOf = (session: SessionId): Promise<SlyVault> => {
    const known = vaults.get(session) ?? openVault(session)
    vaults.set(session, known)
    return known
  }
  const { models, hosts } = options
  const runtime = createRuntime({
    store: options.wrapStore?.(store) ?? store,
    models,
    hosts,
    clock,
    digests: nodeDigests,
    vault: vaultOf,
    ...(options.hooks && { hooks: options.hooks }),
    ...(options.code && { code: options.code }),
    ...(options.mcp && { mcp: options.mcp }),
    ...(options.unmetNeeds && { unmetNeeds: options.unmetNeeds }),
    ...(options.skills && { skills: options.skills }),
    ...(options.mcpServers && { mcpServers: options.mcpServers }),
    ...(options.remote && { remote: options.remote }),
    peer: async (name) => peerOf(name, options.peers?.[name]),
    ...(options.storeRecovers === undefined ? {} : { storeRecovers: options.storeRecovers }),
    surroundings: async () => ok(SURROUNDINGS),
  })
  const log = (run = TEST_RUN) => store.read(run, -1, Number.MAX_SAFE_INTEGER)
  return {
    runtime,
    store,
    clock,
    vault,
    log,
    openedVault: () => vaultOf(TEST_SESSION),
    async run(request, startOptions) {
      await runtime.start(request, startOptions)
      await runtime.settled(request.run)
      return log(request.run)
    },
  }
}

function newVault(session: SessionId): SlyVault {
  const keys = testKeys(session)
  return createVault({ hmac: keys.hmac, keys })
}

export const SURROUNDINGS = {
  project: 'prj_test',
  sources: { projectRoot: '/project', toolRoots: ['/project/coded_tools'], pythonPath: [], network: 'test' },
  provider: {
    ref: { label: 'scripted', baseUrl: 'http://scripted.test/v1', offline: false },
    baseUrl: 'http://scripted.test/v1',
  },
}

function peerOf(network: string, value: object | undefined): PeerNetwork | undefined {
  if (value === undefined) return undefined
  const file = `registries/${network}.hocon`
  return { ...SURROUNDINGS, network, file, documents: [{ path: file, text: JSON.stringify(value) }], env: {} }
}

/** A request for a network given as a JavaScript object. */
export function testRequest(network: object, message: string, more: Partial<RunRequest> = {}): RunRequest {
  const file = 'registries/test.hocon'
  return {
    ...SURROUNDINGS,
    run: TEST_RUN,
    session: TEST_SESSION,
    network: 'test',
    file,
    documents: [{ path: file, text: JSON.stringify(network) }],
    env: {},
    message,
    history: [],
    streaming: 'network',
    source: 'test',
    ...more,
  }
}
