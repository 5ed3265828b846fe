import { execFile, spawn } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOST_ENTRIES } from './testing/dev-assets.ts'
import { callTool, projectSources, writeProject } from './testing/index.ts'
import { comesTrue, processesWith } from './testing/processes.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'

const PACKAGE = fileURLToPath(new URL('../', import.meta.url))
const LOOPS = {
  'coded_tools/py.py': `
import os, subprocess
from neuro_san.interfaces.coded_tool import CodedTool
class Loops(CodedTool):
    async def async_invoke(self, args, sly_data):
        subprocess.Popen(["sleep", "300"], cwd=os.getcwd())
        print("started", flush=True)
        while True: pass
`,
  'coded_tools/ts.ts': "export class Loops { async asyncInvoke() { console.log('started'); for (;;) {} } }",
}

describe.each(['auto', 'host'])('when the server dies (isolation %s)', (isolation) => {
  test('no process of its tools is left, not even in the middle of a loop', async () => {
    const root = writeProject(LOOPS)
    // Beside the packages that it imports.
    const server = join(PACKAGE, 'dist', `server-${process.pid}-${isolation}.mjs`)
    await build({
      entryPoints: [join(PACKAGE, 'src/testing/server-process.ts')],
      outfile: server,
      bundle: true,
      format: 'esm',
      platform: 'node',
      external: ['esbuild'],
      define: { 'import.meta.url': JSON.stringify(new URL('./testing/dev-assets.ts', import.meta.url).href) },
      logLevel: 'silent',
    })
    const child = spawn(process.execPath, [server, root, isolation], { cwd: PACKAGE, stdio: 'ignore' })
    expect(await comesTrue(() => existsSync(join(root, 'ready')), 20_000)).toBe(true)
    expect(processesWith(root).length).toBeGreaterThan(2)
    child.kill('SIGKILL')
    rmSync(server)
    expect(await comesTrue(() => processesWith(root).length === 0)).toBe(true)
  })
})

describe('a Python host', () => {
  let own: TestHosts
  beforeAll(async () => {
    own = await startTestHosts()
  })
  afterAll(() => own.dispose())

  const sources = projectSources(
    writeProject({
      'coded_tools/tools.py': `
import asyncio, os, sys, time
from neuro_san.interfaces.coded_tool import CodedTool
from neuro_san.internals.graph.activations.branch_activation import BranchActivation

def block(args):
    time.sleep(args.get("seconds", 0))
    while "until" in args and not os.path.exists(args["until"]):
        time.sleep(0.01)

class Blocks(CodedTool):
    def invoke(self, args, sly_data):
        block(args)
        return "blocked"

class BlocksItsLoop(CodedTool):
    async def async_invoke(self, args, sly_data):
        block(args)
        return "blocked"

class Wrapped(CodedTool):
    def invoke(self, args, sly_data):
        block(args)
        return "wrapped"

    async def async_invoke(self, args, sly_data):
        return await asyncio.to_thread(self.invoke, args, sly_data)

class Quick(CodedTool):
    async def async_invoke(self, args, sly_data):
        return sys.version.split()[0]

class Calls(BranchActivation, CodedTool):
    pass
`,
    }),
  )

  test.each(['Blocks', 'BlocksItsLoop', 'Wrapped'])(
    '[N-12] with %s in one run answers other runs meanwhile',
    async (name) => {
      let isOver = false
      const until = join(sources.projectRoot, `until-${name}`)
      const blocked = callTool(own.hosts, sources, `tools.${name}`, {
        run: 'run_blocked',
        args: JSON.stringify({ until }),
      })
      void blocked.then(() => {
        isOver = true
      })
      for (let count = 0; count < 20; count += 1) {
        const { reply } = await callTool(own.hosts, sources, 'tools.Quick', { run: 'run_quick' })
        expect(reply.ok).toBe(true)
      }
      expect(isOver).toBe(false)
      writeFileSync(until, '')
      expect((await blocked).reply).toMatchObject({ ok: true, synchronous: name === 'Blocks' })
    },
  )

  test('[N-14] the wrapped form does not block its own run either', async () => {
    const until = join(sources.projectRoot, 'until-all-began')
    const steps: string[] = []
    const calls = [1, 2, 3, 4].map(async () => {
      const onStart = async () => {
        if (steps.push('began') === 4) writeFileSync(until, '')
      }
      const args = JSON.stringify({ until })
      await callTool(own.hosts, sources, 'tools.Wrapped', { run: 'run_w', args, onStart })
      steps.push('ended')
    })
    await Promise.all(calls)
    expect(steps).toEqual([...calls.map(() => 'began'), ...calls.map(() => 'ended')])
  })

  test('uses an installed neuro_san rather than the stand-in', async () => {
    const root = writeProject({
      'lib/neuro_san/__init__.py': '',
      'lib/neuro_san/interfaces/__init__.py': '',
      'lib/neuro_san/interfaces/coded_tool.py': 'class CodedTool:\n    real = True\n',
      'coded_tools/real.py':
        'from neuro_san.interfaces.coded_tool import CodedTool\nclass Real(CodedTool):\n    async def async_invoke(self, args, sly_data):\n        return self.real\n',
    })
    const real = projectSources(root, { pythonPath: [root, join(root, 'lib')] })
    expect((await callTool(own.hosts, real, 'real.Real')).reply).toMatchObject({ ok: true, text: 'True' })
  })

  test('that does not start answers with what it said', async () => {
    const broken = await startTestHosts({
      assets: {
        python: '/no/such/folder',
        typescriptHost: '/no/such/host.mjs',
        typescriptWorker: '/no/such/worker.mjs',
        modules: '/no/such/modules',
      },
    })
    const { reply } = await callTool(broken.hosts, sources, 'tools.Quick')
    expect(reply).toMatchObject({
      ok: false,
      failure: { code: 'host-lost', message: expect.stringMatching(/The Python host ended .*start\.py/s) },
    })
    await broken.dispose()
  })

  test('runs under every Python from 3.10 on that is installed here', async () => {
    for (const name of ['python3.10', 'python3.11', 'python3.12', 'python3.13', 'python3.14']) {
      const version = `${name.slice('python'.length)}`
      const found = await promisify(execFile)(name, ['-c', 'import sys; print(sys.executable)'], {
        env: { ...process.env, PYENV_VERSION: pyenvVersion(version) },
      }).catch(() => undefined)
      if (found === undefined) continue
      const other = await startTestHosts({ env: { ...process.env, SLYGLASS_PYTHON: found.stdout.trim() } })
      const { reply } = await callTool(other.hosts, sources, 'tools.Quick')
      expect(reply).toMatchObject({
        ok: true,
        text: expect.stringMatching(new RegExp(`^${version.replace('.', '\\.')}\\.`)),
      })
      await other.dispose()
    }
  })
})

/** Shims of pyenv ask for a full version; elsewhere this variable means nothing. */
function pyenvVersion(version: string): string {
  const known: Record<string, string> = { '3.10': '3.10.13', '3.11': '3.11.7', '3.12': '3.12.1', '3.13': '3.13.0' }
  return known[version] ?? version
}

describe('the Python side by itself', () => {
  test('passes its own tests', async () => {
    const { stderr } = await promisify(execFile)('python3', ['-B', '-m', 'unittest', 'discover', '-s', 'tests'], {
      cwd: HOST_ENTRIES.python,
    })
    expect(stderr).toMatch(/Ran \d+ tests .*\n\nOK/s)
  })
})
