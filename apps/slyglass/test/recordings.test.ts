// The recorded server and ours, side by side: the same client requests, models that follow the same script over HTTP, and
// the same Python tools. Equal means equal after `normalise.mjs`, and nothing is made equal by hand.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createMcpPort, createRemoteNetworks, createToolHosts, type ToolHosts } from '@slyglass/environment'
import { devAssets } from '@slyglass/environment/testing'
import { createModelPort } from '@slyglass/models'
import { verifyLog } from '@slyglass/run-log'
import type { Clock } from '@slyglass/runtime'
import { type Played, playScenario, readScenario } from '@slyglass/runtime/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../src/server/free-port.ts'

const RECORDINGS = fileURLToPath(new URL('../../../fixtures/recordings/', import.meta.url))
const FIRST = ['single-agent', 'coded-tool-args', 'tool-returns', 'delegation', 'sly-data', 'commondefs']
const NEXT = [
  'parallel-tool-calls',
  'tool-call-faults',
  'chat-context',
  'sync-and-async',
  'class-resolution',
  'delegation-fixed-args',
  'delegation-no-parameters',
  'delegation-deep',
  'fixed-args',
  'reserved-args',
  'sly-data-close',
  'sly-data-inner-gates',
  'instructions-forms',
  'defaults-copied',
  'max-message-history',
  'llm-config-merge',
  'model-odd-answers',
  'model-errors-after-tool',
  'limits-steps',
  'tools-listed-twice',
  'aaosa-style',
  'progress',
  'structure-json',
  'structure-json-vectors',
  'chat-filter',
  'whole-desk',
  'responses-api',
  'llm-config',
  'llm-classes',
  'llm-key-from-sly-data',
  'fallbacks',
  'names',
  'network-formats',
  'load-validation',
  'message-types',
  'calls-from-code',
  'external-same-server',
  'external-unreachable',
  'token-accounting',
  'mcp-unreachable',
  'external-broken-answers',
  'toolbox-roots',
  'middleware-effects',
  'middleware-hooks',
]
// Their waits are real ones: half a second and more after each failure.
const SLOW = process.env.SLYGLASS_SOAK === '1' ? ['model-errors', 'error-formatters', 'limits-seconds'] : []

interface Entry {
  readonly agent: string | null
  readonly path: string
  readonly authorization: string | null
}
interface ScriptedModel {
  readonly port: number
  close(): Promise<void>
}
interface Recorded {
  readonly model: Readonly<Record<string, readonly unknown[]>>
  readonly tools: readonly unknown[]
}

const load = (file: string) => import(pathToFileURL(join(RECORDINGS, file)).href)
const lines = (file: string): readonly unknown[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

const clock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
}
const home = mkdtempSync(join(tmpdir(), 'slyglass-recordings-'))
const toolLog = join(home, 'tool-log.jsonl')
let hosts: ToolHosts
beforeAll(async () => {
  hosts = createToolHosts({
    assets: await devAssets(),
    cacheFolder: join(home, 'cache'),
    // The tool log lies outside of the project, which is read-only under bubblewrap.
    isolation: 'host',
    projectEnv: () => ({ RECORD_TOOL_LOG: toolLog }),
  })
})
afterAll(async () => {
  await hosts.dispose()
  rmSync(home, { recursive: true, force: true })
})

async function play(name: string): Promise<{ own: Recorded; recorded: Recorded; played: readonly Played[] }> {
  const folder = join(RECORDINGS, name)
  const { startScriptedModel, readScript } = await load('scripted-model.mjs')
  const { normalise, normaliseFolder, readExact } = await load('normalise.mjs')
  const received: Entry[] = []
  const script = readScript(readFileSync(join(folder, 'model-script.json'), 'utf8'))
  const model: ScriptedModel = await startScriptedModel({ script, onRequest: (entry: Entry) => received.push(entry) })
  rmSync(toolLog, { force: true })
  const baseUrl = `http://127.0.0.1:${model.port}/v1`
  const beside = await startBeside(folder)
  try {
    const played = await playScenario(folder, {
      models: createModelPort({ credential: () => 'dummy' }),
      hosts,
      mcp: createMcpPort(),
      remote: createRemoteNetworks(),
      clock,
      provider: { ref: { label: 'scripted', baseUrl, offline: false }, baseUrl },
      env: { RECORD_MODEL_PORT: String(model.port), RECORD_SERVER_PORT: '9', ...beside.env },
      pythonPath: [join(RECORDINGS, 'pylib')],
    })
    const scenario = readScenario(folder)
    const logged = toolLines().map((line) => readExact(line.replaceAll(folder, '<ROOT>')))
    const own = normalise({ scenario, modelRequests: received, clientEvents: [], toolLog: logged })
    return { own, recorded: normaliseFolder(folder), played }
  } finally {
    beside.end()
    await model.close()
  }
}

/** The scenario's further processes, as far as they are programs of Node, each with ports of its own. */
async function startBeside(folder: string): Promise<{ env: Record<string, string>; end(): void }> {
  const { free_ports: names = [], side_processes: processes = [] } = readScenario(folder)
  const env = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, String(await freePort())] as const)),
  )
  const own = processes.filter(({ command }) => command[0] === '$NODE')
  const children = own.map(({ command }) =>
    spawn(process.execPath, command.slice(1), { cwd: folder, env: { ...process.env, ...env }, stdio: 'ignore' }),
  )
  for (const port of children.length > 0 ? Object.values(env) : []) await untilListening(port)
  return { env, end: () => void children.map((child) => child.kill('SIGKILL')) }
}

async function untilListening(port: string): Promise<void> {
  for (let tries = 0; tries < 2_400; tries += 1) {
    const isThere = await fetch(`http://127.0.0.1:${port}/api/v1/x/function`).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await sleep(50)
  }
}

function toolLines(): readonly string[] {
  try {
    return readFileSync(toolLog, 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}

describe('model requests are those of the recorded server', () => {
  test.each([...FIRST, ...NEXT, ...SLOW])('%s', async (name) => {
    const { own, recorded, played } = await play(name)
    expect(own.model).toEqual(recorded.model)
    for (const { id, log } of played) expect([id, verifyLog(log, 'finished')]).toEqual([id, []])
  })
})

test('a parameter called self breaks the recorded server; here it is handed to the tool like any other', async () => {
  const { own, recorded } = await play('schema-corners')
  const others = (requests: readonly unknown[] = []) =>
    requests.filter((one) => !JSON.stringify(one).includes('"selfish","role":"user"'))
  expect(others(own.model.front)).toEqual(others(recorded.model.front))
  expect(own.model.front).toHaveLength((recorded.model.front?.length ?? 0) + 1)
  expect(own.tools.slice(0, recorded.tools.length)).toEqual(recorded.tools)
  expect(own.tools.at(-1)).toMatchObject({ args: { self: '7' } })
})

describe('coded tools receive what the recorded server hands them', () => {
  test.each([
    'coded-tool-args',
    'sly-data',
    'commondefs',
    'fixed-args',
    'tool-call-faults',
    'calls-from-code',
    'external-same-server',
    'middleware-hooks',
  ])('%s', async (name) => {
    const { own, recorded } = await play(name)
    expect(own.tools).toEqual(recorded.tools)
  })
})

test('the recordings that count are all here', () => {
  for (const name of FIRST) expect(lines(join(RECORDINGS, name, 'model-requests.jsonl')).length).toBeGreaterThan(0)
})
