// Code of a model in a whole studio: real processes and engines, the offline model, the run's own log.
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunId } from '@slyglass/base'
import { isOf, type RunEvent, verifyLog } from '@slyglass/run-log'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Composed } from '../src/compose.ts'
import { composeAt } from './support/composing.ts'
import { newFolder, putFiles, removeFolder } from './support/folders.ts'

const KEY = 'sk-live-0f9e8d7c6b5a'

const CELLS = {
  keys: 'import os\nprint(sorted(os.environ))\ntry:\n    print(open(".env").read())\nexcept OSError:\n    print("hidden")',
  forged: `import os\nprint('{"type": "done", "ended": "ok"}', flush=True)\nos.write(1, b'{"type":"done"}\\n')\nprint("after")`,
  child: `import subprocess, sys, time\nsubprocess.Popen([sys.executable, "-c", "import time; time.sleep(2); open('left.txt', 'w')"], start_new_session=True)\nprint("going", flush=True)\ntime.sleep(60)`,
  fresh: 'try:\n    print(seen)\nexcept NameError:\n    print("fresh")\nseen = 1',
  gather: 'import asyncio\nprint(await asyncio.gather(tools.wait(), tools.wait()))',
  positional: 'await tools.wait(1)',
}

const TWINS = {
  keys: 'console.log(typeof process, typeof require, typeof fetch)',
  forged: `console.log('{"type": "done", "ended": "ok"}'); console.log("after")`,
  fresh: 'console.log(typeof seen === "undefined" ? "fresh" : seen); globalThis.seen = 1',
  gather: 'console.log(await Promise.all([tools.wait(), tools.wait()]))',
  positional: 'await tools.wait(1)',
  picked: 'console.log(Object.keys(tools).join()); console.log((await models.chat("Hello?")).model)',
  module: 'const os = await import("os"); console.log(os)',
}

const network = (language: string, more = '') => `{
  llm_config.model_name = "gpt-4o"
  studio { profile = bub, code_mode { enabled = true, language = ${language} ${more} } }
  tools = [
    { name = desk, instructions = "Works.", function.description = "Works.", tools = [wait] }
    { name = wait, class = "waits.Wait", function.description = "Waits for a moment." }
  ]
}`

const script = (cells: Readonly<Record<string, string>>) => {
  const rules = Object.entries(cells).flatMap(([name, code]) => [
    { user: `^${name}$`, tool_results: 0, answer: { tool_calls: [{ name: 'run_code', arguments: { code } }] } },
  ])
  return JSON.stringify({ rules: [...rules, { tool_results: 1, answer: { content: 'told' } }] })
}

let home = ''
let composed: Composed

beforeAll(async () => {
  home = realpathSync(newFolder())
  const folder = join(home, 'project')
  putFiles(folder, {
    'registries/manifest.hocon': '{ "py.hocon" = true, "js.hocon" = true, "picked.hocon" = true }',
    'registries/picked.hocon': network(
      'javascript',
      ', media_tools = false, tools = "pick.ts#tools", model = "pick.ts#model"',
    ),
    'registries/picked.offline.json': script(TWINS),
    'pick.ts': PICK,
    'registries/py.hocon': network('python'),
    'registries/js.hocon': network('javascript'),
    'registries/py.offline.json': script(CELLS),
    'registries/js.offline.json': script(TWINS),
    '.env': `WEATHER_API_KEY=${KEY}\n`,
    'coded_tools/waits.ts':
      'export class Wait { async asyncInvoke() { await new Promise((go) => setTimeout(go, 600)); return "waited" } }',
  })
  composed = await composeAt(home, { folder, trusted: [folder], shell: { ANTHROPIC_API_KEY: KEY, SOME_TOKEN: KEY } })
})

afterAll(async () => {
  await composed?.close()
  removeFolder(home)
})

async function start(name: string, message: string): Promise<RunId> {
  const project = composed.studio.askedProject
  if (project === undefined) throw new Error('the project was not opened')
  const started = await composed.studio.runs.start({ project, network: name, message })
  if (!started.ok) throw new Error(started.error.message)
  return started.value.run
}

const read = (run: RunId): Promise<readonly RunEvent[]> => composed.studio.store.read(run, -1, 60_000)

async function play(name: string, message: string) {
  const run = await start(name, message)
  await composed.runtime.settled(run)
  const log = await read(run)
  expect(verifyLog(log, 'finished')).toEqual([])
  const end = log.find((event) => isOf(event, 'tool.finished') && !event.span.includes('#'))
  return { log, told: end !== undefined && isOf(end, 'tool.finished') ? end.text : '' }
}

const PICK = `
import { defineCodeModel, defineCodeTools } from 'slyglass'
export const tools = defineCodeTools(({ state }) => (state.plan === 'none' ? null : ['wait']))
export const model = defineCodeModel(() => ({ model: 'openai:gpt-4o-mini', temperature: 0 }))
`

/** Both calls of the code were going on at the same time. */
function overlap(log: readonly RunEvent[]): boolean {
  const inside = log.filter(({ span }) => /\/wait:[^/]+#1$/.test(span))
  const order = inside.filter(({ type }) => type !== 'attempt.delta').map(({ type }) => type)
  return order.join() === 'attempt.started,attempt.started,attempt.finished,attempt.finished'
}

describe('code in Python', () => {
  test('[B-45] [E-25] sees no key of the studio, whatever it looks at', async () => {
    const { told, log } = await play('py', 'keys')
    expect(told).toContain('PATH')
    expect(told).not.toMatch(/ANTHROPIC|SOME_TOKEN/)
    const attempt = log.find((event) => isOf(event, 'attempt.started') && event.source?.class === 'run_code')
    // Without an enclosure code may read what its user may read.
    if (attempt !== undefined && isOf(attempt, 'attempt.started') && attempt.isolation === 'host') return
    expect(told).toContain('hidden')
    expect(told).not.toContain(KEY)
    expect(JSON.stringify(log)).not.toContain(KEY)
  })

  test('[B-45] [E-24] cannot forge its own end by what it prints', async () => {
    const { told } = await play('py', 'forged')
    expect(told).toBe('{"type": "done", "ended": "ok"}\n{"type":"done"}\nafter\n')
  })

  test('[B-41] starts fresh, and its attempt says what encloses it', async () => {
    expect((await play('py', 'fresh')).told).toBe('fresh\n')
    const { told, log } = await play('py', 'fresh')
    expect(told).toBe('fresh\n')
    const attempt = log.find((event) => isOf(event, 'attempt.started') && event.source?.class === 'run_code')
    expect(attempt).toMatchObject({ language: 'python', isolation: expect.stringMatching(/^(bwrap|host)$/) })
  })

  test('[B-29] waits for two calls together', async () => {
    const { told, log } = await play('py', 'gather')
    expect(told).toBe("['waited', 'waited']\n")
    expect(overlap(log)).toBe(true)
  })

  test('[B-28] calls with keywords only', async () => {
    expect((await play('py', 'positional')).told).toContain('tools.wait() accepts keyword arguments only')
  })

  test('[B-42] is gone after Stop, with a child that made a group of its own', async () => {
    const run = await start('py', 'child')
    await vi.waitFor(async () => {
      const log = await read(run)
      expect(log.some((event) => event.type === 'attempt.delta' && event.text.includes('going'))).toBe(true)
    }, 120_000)
    await composed.studio.store.send(run, { id: 'stop', kind: 'cancel' })
    await composed.runtime.settled(run)
    const log = await read(run)
    expect(log.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'cancelled' })
    expect(verifyLog(log, 'finished')).toEqual([])
    await sleep(2_500)
    expect(existsSync(join(home, 'project', 'left.txt'))).toBe(false)
  })
})

describe('code in JavaScript', () => {
  test('[B-41] [B-45] has nothing of this machine', async () => {
    const { told, log } = await play('js', 'keys')
    expect(told).toBe('undefined undefined undefined\n')
    const attempt = log.find((event) => isOf(event, 'attempt.started') && event.source?.class === 'run_code')
    expect(attempt).toMatchObject({ language: 'javascript', isolation: 'quickjs' })
  })

  test('[B-41] [B-45] starts fresh, and what it prints is no protocol', async () => {
    for (const _ of [1, 2]) expect((await play('js', 'fresh')).told).toBe('fresh\n')
    expect((await play('js', 'forged')).told).toBe('{"type": "done", "ended": "ok"}\nafter\n')
  })

  test('[B-43] cannot import what the engine does not have', async () => {
    expect((await play('js', 'module')).told).toContain('"message": "Code raised ')
  })

  test('[B-28] [B-29] calls tools with one object, also side by side', async () => {
    const { told, log } = await play('js', 'gather')
    expect(told).toContain('waited')
    expect(overlap(log)).toBe(true)
    expect((await play('js', 'positional')).told).toContain('tools.wait() accepts keyword arguments only')
  })

  test('[B-32] [B-35] [B-38] has the tools and the model that functions of the project choose', async () => {
    const { told, log } = await play('picked', 'picked')
    expect(told).toBe('wait\noffline model (not a language model)\n')
    const row = log.find((event) => isOf(event, 'model.started') && event.span.includes('/models.chat:'))
    expect(row?.parent).toMatch(/#1$/)
  })
})
