import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { runId } from '@slyglass/base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callTool, projectSources, writeProject } from './testing/index.ts'
import { comesTrue, processesWith } from './testing/processes.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'

const PYTHON = `
from neuro_san.interfaces.coded_tool import CodedTool

class Adds(CodedTool):
    async def async_invoke(self, args, sly_data):
        total = args["n"] + 1
        return total

class Waits(CodedTool):
    def invoke(self, args, sly_data):
        total = args["n"] + 2
        breakpoint()
        return total
`
const TYPESCRIPT = `
export class Adds {
  async asyncInvoke(args: { n: number }) {
    const total = args.n + 1
    return total
  }
}
`
const DEBUGPY = `
def listen(place):
    assert place == ("127.0.0.1", 0)
    return ("127.0.0.1", 45678)
def wait_for_client():
    open("attached", "w").close()
def debug_this_thread():
    pass
`

let own: TestHosts
beforeAll(async () => {
  own = await startTestHosts({ isolation: 'host' })
})
afterAll(() => own.dispose())

interface Started {
  readonly reply: ReturnType<typeof callTool>
  /** What the row says about how to attach. */
  readonly how: Promise<string>
}

function start(root: string, className: string, run: string, signal = new AbortController().signal): Started {
  let told = (_text: string) => {}
  const how = new Promise<string>((resolve) => {
    told = resolve
  })
  const options = { run, args: '{"n": 41}', debug: true, onNote: told, signal }
  return { how, reply: callTool(own.hosts, projectSources(root), className, options) }
}

/** Writes lines when a stream has said the words before them. */
function converse(stream: NodeJS.ReadableStream, write: (line: string) => void, steps: readonly [string, string][]) {
  let [said, from, next] = ['', 0, 0]
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => {
    said += text
    for (let step = steps[next]; step !== undefined; step = steps[next]) {
      const at = said.indexOf(step[0], from)
      if (at < 0) return
      from = at + step[0].length
      next += 1
      write(step[1])
    }
  })
  return () => said
}

function knock(how: string, word?: string): Socket {
  const [, port = ''] = /127\.0\.0\.1:(\d+)/.exec(how) ?? []
  const [, right = ''] = /echo (\w+);/.exec(how) ?? []
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`${word ?? right}\n`)
  return socket
}

test('[N-83] a Python tool waits for pdb and stops at its first line; a stranger is turned away', async () => {
  const root = writeProject({ 'coded_tools/sums.py': PYTHON })
  const { reply, how } = start(root, 'sums.Adds', 'run_pdb')
  const text = await how
  expect(text).toMatch(/Waiting for a debugger at 127\.0\.0\.1:\d+: pdb/)
  const stranger = knock(text, 'guess')
  await new Promise((resolve) => stranger.on('close', resolve))
  const socket = knock(text)
  const said = converse(socket, (line) => socket.write(line), [
    ['(Pdb) ', 'p args["n"]\n'],
    ['(Pdb) ', 'n\n'],
    ['(Pdb) ', 'p total\n'],
    ['(Pdb) ', 'c\n'],
  ])
  expect((await reply).reply).toMatchObject({ ok: true, text: '42' })
  expect(said()).toContain('total = args["n"] + 1')
  expect(said()).toMatch(/\n?41\n[\s\S]*\n?42\n/)
  socket.destroy()
  await own.hosts.release(runId('run_pdb'))
  expect(await comesTrue(() => processesWith(root).length === 0)).toBe(true)
})

test('[N-83] breakpoint() stops a synchronous tool too, and a person who leaves lets it go on', async () => {
  const root = writeProject({ 'coded_tools/sums.py': PYTHON })
  const { reply, how } = start(root, 'sums.Waits', 'run_breakpoint')
  const socket = knock(await how)
  const said = converse(socket, (line) => (line === '' ? socket.end() : socket.write(line)), [
    ['(Pdb) ', 'c\n'],
    ['(Pdb) ', 'p total\n'],
    ['43', ''],
  ])
  expect((await reply).reply).toMatchObject({ ok: true, text: '43', synchronous: true })
  // Python 3.13 stops at the call itself, older ones at the line behind it.
  expect(said()).toMatch(/-> (return total|breakpoint\(\))/)
})

test('breakpoint() without a debugger is passed over with a word', async () => {
  const root = writeProject({ 'coded_tools/sums.py': PYTHON })
  const { reply, stderr } = await callTool(own.hosts, projectSources(root), 'sums.Waits', {
    run: 'run_none',
    args: '{"n": 41}',
  })
  expect(reply).toMatchObject({ ok: true, text: '43' })
  expect(stderr).toContain('Start the run with the debugger to stop there.')
})

test('[N-83] where debugpy is installed it is what waits', async () => {
  const root = writeProject({ 'coded_tools/sums.py': PYTHON, 'debugpy.py': DEBUGPY })
  const { reply, how } = start(root, 'sums.Adds', 'run_debugpy')
  expect(await how).toMatch(/Waiting for a debugger at 127\.0\.0\.1:45678\. In VS Code/)
  expect((await reply).reply).toMatchObject({ ok: true, text: '42' })
  expect(existsSync(join(root, 'attached'))).toBe(true)
})

test('[N-83] a TypeScript tool waits under the inspector and stops before its first line', async () => {
  const root = writeProject({ 'coded_tools/sums.ts': TYPESCRIPT })
  const { reply, how } = start(root, 'sums.Adds', 'run_inspect')
  const text = await how
  const [, place = ''] = /node inspect (127\.0\.0\.1:\d+)/.exec(text) ?? []
  expect(text).toContain(`ws://${place}/`)
  const client = spawn(process.execPath, ['inspect', place], { stdio: 'pipe' })
  try {
    const said = converse(client.stdout, (line) => client.stdin.write(line), [
      ['break in', "exec('found.definition.name')\n"],
      ["'Adds'", 'cont\n'],
    ])
    expect((await reply).reply).toMatchObject({ ok: true, text: '42' })
    expect(said()).toContain('debugger')
  } finally {
    client.kill('SIGKILL')
  }
})

test.each([
  ['py', PYTHON],
  ['ts', TYPESCRIPT],
])('a stop ends a %s tool that waits for a debugger', async (language, source) => {
  const root = writeProject({ [`coded_tools/sums.${language}`]: source })
  const stop = new AbortController()
  const { reply, how } = start(root, 'sums.Adds', `run_stop_${language}`, stop.signal)
  await how
  stop.abort()
  expect((await reply).reply).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
  await own.hosts.release(runId(`run_stop_${language}`))
  expect(await comesTrue(() => processesWith(root).length === 0)).toBe(true)
})
