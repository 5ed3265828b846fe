// Reads `studio` blocks: later layers lie over earlier ones (objects merge, lists replace), and a value that cannot be used
// counts as not written, since the network's checks say so.
import { isJsonObject, type Json, type JsonObject, jsonAt } from '@slyglass/base'
import type { Entry, Network } from '../model.ts'
import { layOver } from './lay-over.ts'
import type { MockRule, PermissionRules, SessionRules, Studio } from './model.ts'
import { readEnvironment, readFetchAllow } from './read-environment.ts'
import { readHooks } from './read-hooks.ts'
import { readCodeMode, readTape } from './read-surfaces.ts'
import { readToolSettings } from './read-tool-settings.ts'
import { flagAt, numberAt, oneOf, textAt, textsAt } from './values.ts'

/**
 * What counts at an entry, or for the whole network. `own` is what a tool brings with it (its definition): it lies over the
 * network's block and under the entry's. Undefined when nothing is written anywhere.
 */
export function studioOf(network: Network, entry?: Entry, own?: JsonObject): Studio | undefined {
  const written = network.json
  if (typeof written !== 'object' || written === null) return layered(network, entry, own)
  const [place, studios] = [entry?.json ?? NOWHERE, within(within(readBefore, written), own ?? NOWHERE)]
  const known = studios.get(place)
  if (known !== undefined) return known.studio
  const studio = layered(network, entry, own)
  studios.set(place, { studio })
  return studio
}

type Kept = WeakMap<object, { readonly studio: Studio | undefined }>

// A network is asked what counts at every step of every run, and never changes.
const readBefore = new WeakMap<object, WeakMap<object, Kept>>()
const NOWHERE = {}

function within<V extends WeakMap<object, unknown>>(map: WeakMap<object, V>, key: object): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = new WeakMap() as V
  map.set(key, made)
  return made
}

function layered(network: Network, entry?: Entry, own?: JsonObject): Studio | undefined {
  const layers = [jsonAt(network.json, 'studio'), own, entry === undefined ? undefined : jsonAt(entry.json, 'studio')]
  const written = layers.filter(isJsonObject)
  if (written.length === 0) return undefined
  const studio = readStudio(written.reduce(layOver, new Map()))
  return own === undefined ? studio : { ...studio, disciplined: true }
}

/** One block with its defaults. */
export function readStudio(json: JsonObject): Studio {
  const at = (...path: string[]) => jsonAt(json, ...path)
  const deps = at('deps')
  const session = readSession(at('session'))
  const [commandPrefix, allowedTools] = [textAt(json, 'command_prefix'), textsAt(json, 'allowed_tools')]
  const prepareTools = textAt(json, 'prepare_tools')
  return {
    json,
    disciplined: [...json.keys()].some((key) => !BESIDE.has(key)),
    profile: oneOf(at('profile'), ['plain', 'bub']) ?? 'plain',
    parallelToolCalls: flagAt(json, 'parallel_tool_calls') ?? false,
    parallel: {
      maxConcurrency: numberAt(at('parallel'), 'max_concurrency', 1) ?? 16,
      defaultTimeoutMs: numberAt(at('parallel'), 'default_timeout_ms', 1) ?? 300_000,
      headroomMs: numberAt(at('parallel'), 'headroom_ms') ?? 5000,
    },
    maxIterations: numberAt(json, 'max_iterations', 1) ?? 10,
    permissions: readPermissions(at('permissions')),
    approvals: {
      timeoutMs: numberAt(at('approvals'), 'timeout_ms', 1) ?? 300_000,
      batch: flagAt(at('approvals'), 'batch') ?? true,
    },
    ...(session !== undefined && { session }),
    limits: {
      toolCalls: numberAt(at('limits'), 'tool_calls') ?? 64,
      sameCallRepeats: numberAt(at('limits'), 'same_call_repeats', 1) ?? 3,
    },
    hooks: readHooks(at('hooks')),
    todos: {
      enabled: flagAt(at('todos'), 'enabled') ?? false,
      render: oneOf(at('todos', 'render'), ['run_start', 'per_request']) ?? 'run_start',
    },
    deps: isJsonObject(deps) ? deps : new Map(),
    uses: readUses(at('uses')),
    redact: textsAt(json, 'redact') ?? ['password', 'api_key', 'secret'],
    toolResults: oneOf(at('tool_results'), ['neuro_san', 'json']) ?? 'neuro_san',
    mocks: readMocks(at('mocks')),
    environment: readEnvironment(at('environment')),
    fetchAllow: readFetchAllow(json),
    codeMode: readCodeMode(at('code_mode')),
    ...(commandPrefix !== undefined && { commandPrefix }),
    spillTokens: numberAt(at('spill'), 'threshold_tokens') ?? 4096,
    tape: readTape(at('tape')),
    ...(allowedTools !== undefined && { allowedTools }),
    ...(prepareTools !== undefined && { prepareTools }),
    tool: readToolSettings(json),
  }
}

// Keys that say nothing of how calls are run: a block of these alone leaves neuro-san's ways in force.
const BESIDE: ReadonlySet<string> = new Set([
  'sly',
  'fetch',
  'on_doubt',
  'tool_results',
  'mocks',
  'mcp',
  'environment',
  'uses',
  'command_prefix',
  'tape',
])

function readPermissions(json: Json | undefined): PermissionRules {
  return {
    mode: oneOf(jsonAt(json, 'mode'), ['default', 'permissive', 'strict']) ?? unreadableMode(jsonAt(json, 'mode')),
    deny: textsAt(json, 'deny') ?? [],
    denyPrefixes: textsAt(json, 'deny_prefixes') ?? [],
    allow: textsAt(json, 'allow') ?? [],
    allowPrefixes: textsAt(json, 'allow_prefixes') ?? [],
    approvalRequired: textsAt(json, 'approval_required') ?? ['bash', 'file_write', 'file_edit'],
    allowUnattendedExecute: flagAt(json, 'allow_unattended_execute') ?? false,
  }
}

/** A mode that cannot be read must not open anything. */
function unreadableMode(written: Json | undefined): 'default' | 'strict' {
  return written === undefined || written === null ? 'default' : 'strict'
}

/** A list that cannot be read opens nothing. */
function readUses(json: Json | undefined): Studio['uses'] {
  const listed = (key: string) => (jsonAt(json, key) === undefined ? undefined : (textsAt(json, key) ?? []))
  const [env, deps] = [listed('env'), listed('deps')]
  return { ...(env !== undefined && { env }), ...(deps !== undefined && { deps }) }
}

function readSession(json: Json | undefined): SessionRules | undefined {
  if (!isJsonObject(json)) return undefined
  return {
    maxTurns: numberAt(json, 'max_turns', 1) ?? 10,
    maxBudgetTokens: numberAt(json, 'max_budget_tokens', 1) ?? 200_000,
    compactAfterTurns: numberAt(json, 'compact_after_turns') ?? 20,
  }
}

function readMocks(json: Json | undefined): ReadonlyMap<string, MockRule> {
  if (!isJsonObject(json)) return new Map()
  return new Map([...json].flatMap(([name, mock]) => (isJsonObject(mock) ? [[name, readMock(mock)] as const] : [])))
}

function readMock(json: JsonObject): MockRule {
  const [result, fail, raise] = [json.get('result'), json.get('fail'), textAt(json, 'raise')]
  return {
    delayMs: numberAt(json, 'delay_ms') ?? 0,
    ...(result !== undefined && { result }),
    ...(fail !== undefined && { fail }),
    ...(raise !== undefined && { raise }),
  }
}
