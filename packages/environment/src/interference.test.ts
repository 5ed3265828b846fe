import { runId } from '@slyglass/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, projectSources, writeProject } from './testing/index.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'

const PYTHON = `
import asyncio, os, threading
from neuro_san.interfaces.coded_tool import CodedTool

class Shows(CodedTool):
    async def async_invoke(self, args, sly_data):
        seen = [sly_data["secret"]]
        for _ in range(3):
            await asyncio.sleep(0.01)
            seen.append(sly_data["secret"])
        print("seen " + sly_data["secret"])
        sly_data["own_" + args["n"]] = sly_data["secret"]
        return " ".join(sorted(set(seen)) + sorted(key for key in sly_data if key.startswith("own_")))

class Adds(CodedTool):
    async def async_invoke(self, args, sly_data):
        for step in range(20):
            sly_data[f"{args['name']}_{step}"] = step
            sly_data.setdefault("list", []).append(f"{args['name']}{step}")
            await asyncio.sleep(0.001)
        return "added"

class Sleeps(CodedTool):
    async def async_invoke(self, args, sly_data):
        await asyncio.sleep(30)

class Dies(CodedTool):
    async def async_invoke(self, args, sly_data):
        os._exit(3)

class Lives(CodedTool):
    async def async_invoke(self, args, sly_data):
        return f"alive {sly_data.get('kept')}"
`
const TYPESCRIPT = `
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
export class Shows {
  async asyncInvoke(args: any, sly: any) {
    const seen = new Set([sly.secret])
    for (let step = 0; step < 3; step += 1) { await pause(10); seen.add(sly.secret) }
    console.log('seen ' + sly.secret)
    sly['own_' + args.n] = sly.secret
    return [...seen, ...Object.keys(sly).filter((key) => key.startsWith('own_'))].join(' ')
  }
}
export class Adds {
  async asyncInvoke(args: any, sly: any) {
    for (let step = 0; step < 20; step += 1) {
      sly[args.name + '_' + step] = step
      sly.list ??= []
      sly.list.push(args.name + step)
      await pause(1)
    }
    return 'added'
  }
}
export class Sleeps { async asyncInvoke() { await pause(30_000) } }
export class Dies { async asyncInvoke() { process.kill(process.pid, 'SIGKILL') } }
export class Lives { async asyncInvoke(_args: any, sly: any) { return 'alive ' + sly.kept } }
`

let own: TestHosts
beforeAll(async () => {
  own = await startTestHosts({ times: { startMs: 60_000, idleMs: 60_000 } })
})
afterAll(() => own.dispose())
const sources = projectSources(writeProject({ 'coded_tools/py.py': PYTHON, 'coded_tools/ts.ts': TYPESCRIPT }))

describe.each(['py', 'ts'])('%s tools', (module) => {
  test('of a hundred sessions at once see their own private values only, and so do their rows', async () => {
    const asked = Array.from({ length: 100 }, async (_, n) => {
      const run = `run_${module}_${n}`
      const sly = { secret: JSON.stringify(`value-${n}-end`) }
      const { reply, stdout } = await callTool(own.hosts, sources, `${module}.Shows`, {
        run,
        sly,
        args: JSON.stringify({ n: String(n) }),
      })
      await own.hosts.release(runId(run))
      return { text: reply.text, stdout, sly: reply.sly.set }
    })
    const said = await Promise.all(asked)
    expect(said).toEqual(
      said.map((_, n) => ({
        text: `value-${n}-end own_${n}`,
        stdout: `seen value-${n}-end\n`,
        sly: { [`own_${n}`]: `"value-${n}-end"` },
      })),
    )
  })

  test('[N-72] of one run that write the board at the same time lose no key', async () => {
    const names = ['a', 'b', 'c']
    const replies = await Promise.all(
      names.map((name) =>
        callTool(own.hosts, sources, `${module}.Adds`, { run: `run_${module}_board`, args: JSON.stringify({ name }) }),
      ),
    )
    const all: Record<string, string> = Object.assign({}, ...replies.map(({ reply }) => reply.sly.set))
    const keys = names.flatMap((name) => Array.from({ length: 20 }, (_, step) => `${name}_${step}`))
    expect(Object.keys(all).sort()).toEqual([...keys, 'list'].sort())
    expect(JSON.parse(all.list ?? '[]')).toHaveLength(60)
  })

  test('whose process dies fail with a clear error, all of them, and the next call finds a new one with the board', async () => {
    const run = `run_${module}_crash`
    const other = `run_${module}_beside`
    const started: Promise<void>[] = []
    const begin = (name: string, of: string) => {
      let go = () => {}
      started.push(
        new Promise<void>((resolve) => {
          go = resolve
        }),
      )
      return callTool(own.hosts, sources, `${module}.${name}`, { run: of, onStart: async () => go() })
    }
    const waiting = [begin('Sleeps', run), begin('Sleeps', other)]
    await Promise.all(started)
    const dead = await callTool(own.hosts, sources, `${module}.Dies`, { run })
    for (const { reply } of [dead, ...(await Promise.all(waiting))]) {
      expect(reply).toMatchObject({
        ok: false,
        failure: { code: 'host-lost', message: expect.stringMatching(/^The (Python|TypeScript) host /) },
        text: 'Error: the process that ran this tool ended unexpectedly.',
      })
    }
    for (const again of [run, other]) {
      const next = await callTool(own.hosts, sources, `${module}.Lives`, { run: again, sly: { kept: '"here"' } })
      expect(next.reply).toMatchObject({ ok: true, text: 'alive here' })
    }
  })
})

test('variables reach the tools that declare them', async () => {
  const text = (name: string, env: string) =>
    `export const ${name} = defineTool({ name: '${name}', ${env} execute: (_args, ctx) => Object.keys(ctx.env) })`
  const root = writeProject({
    'coded_tools/env.ts': `import { defineTool } from 'slyglass'\n${text('One', "env: ['KEY_ONE'],")}\n${text('None', '')}`,
  })
  const hosts = await startTestHosts({ projectEnv: () => ({ KEY_ONE: '1', KEY_TWO: '2' }) })
  const ask = async (name: string) => (await callTool(hosts.hosts, projectSources(root), name)).reply.text
  expect([await ask('env.One'), await ask('env.None')]).toEqual(['["KEY_ONE"]', '[]'])
  await hosts.dispose()
})
