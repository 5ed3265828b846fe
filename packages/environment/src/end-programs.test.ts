import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBubblewrap } from './isolation.ts'
import { callTool, projectSources, writeProject } from './testing/index.ts'
import { comesTrue, processesWith } from './testing/processes.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'

const PYTHON = `
import asyncio, os, subprocess
from neuro_san.interfaces.coded_tool import CodedTool

class Awaits(CodedTool):
    async def async_invoke(self, args, sly_data):
        process = await asyncio.create_subprocess_exec("sleep", args["seconds"])
        print("started", flush=True)
        await process.communicate()

class InOwnSession(CodedTool):
    async def async_invoke(self, args, sly_data):
        subprocess.Popen(["sleep", args["seconds"]], start_new_session=True)
        print("started", flush=True)
        await asyncio.sleep(60)

class AsDaemon(CodedTool):
    async def async_invoke(self, args, sly_data):
        subprocess.run(["sh", "-c", "setsid sleep " + args["seconds"] + " >/dev/null 2>&1 &"])
        print("started", flush=True)
        await asyncio.sleep(60)

class Many(CodedTool):
    async def async_invoke(self, args, sly_data):
        for _ in range(30):
            subprocess.Popen(["sh", "-c", "sleep " + args["seconds"] + "; true"])
        print("started", flush=True)
        await asyncio.sleep(60)

class Keeps(CodedTool):
    async def async_invoke(self, args, sly_data):
        subprocess.Popen(["sleep", args["seconds"]])
        return "kept"

class CannotAnswer(CodedTool):
    async def async_invoke(self, args, sly_data):
        os.closerange(0, 256)
        await asyncio.sleep(0.1)
        return "nobody hears this"
`
const TYPESCRIPT = `
import { spawn } from 'node:child_process'
export class Awaits {
  async asyncInvoke(args: any) {
    const child = spawn('sleep', [args.seconds])
    console.log('started')
    await new Promise((done) => child.on('exit', done))
  }
}
`
const FILES = { 'coded_tools/py.py': PYTHON, 'coded_tools/ts.ts': TYPESCRIPT }
const anyTime = (): string => `${8_000 + Math.floor(Math.random() * 1_000_000) / 1_000}`
let own: TestHosts
beforeAll(async () => {
  own = await startTestHosts()
})
afterAll(() => own.dispose())

async function startAndStop(className: string, seconds: string) {
  const stop = new AbortController()
  return callTool(own.hosts, projectSources(writeProject(FILES)), className, {
    run: `run_${className.replace('.', '_')}`,
    args: JSON.stringify({ seconds }),
    signal: stop.signal,
    onOutput: () => setTimeout(() => stop.abort(), 150),
  })
}

describe('programs that a stopped call started', () => {
  test.each(['py.Awaits', 'py.InOwnSession', 'py.AsDaemon', 'py.Many', 'ts.Awaits'])(
    '[S-13] are ended with it: %s',
    async (className) => {
      if (className === 'py.AsDaemon' && !(await hasBubblewrap(process.env))) return
      const seconds = anyTime()
      const { reply } = await startAndStop(className, seconds)
      expect(reply).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
      expect(await comesTrue(() => processesWith(seconds).length === 0)).toBe(true)
    },
  )

  test('[S-13] are ended with the last call of its host, those from before its time are left alone', async () => {
    const sources = projectSources(writeProject(FILES))
    const [kept, stopped] = [anyTime(), anyTime()]
    await callTool(own.hosts, sources, 'py.Keeps', { run: 'run_keeps', args: JSON.stringify({ seconds: kept }) })
    // The system tells when a program was started in hundredths of a second.
    await new Promise((resolve) => setTimeout(resolve, 200))
    const stop = new AbortController()
    const { reply } = await callTool(own.hosts, sources, 'py.Awaits', {
      run: 'run_stops',
      args: JSON.stringify({ seconds: stopped }),
      signal: stop.signal,
      onOutput: () => setTimeout(() => stop.abort(), 150),
    })
    expect(reply).toMatchObject({ ok: false })
    expect(await comesTrue(() => processesWith(stopped).length === 0)).toBe(true)
    expect(processesWith(kept).length).toBeGreaterThan(0)
  })
})

test('a tool that closes the way to the server loses its process, and the next call has a new one', async () => {
  const sources = projectSources(writeProject(FILES))
  const lost = await callTool(own.hosts, sources, 'py.CannotAnswer', { run: 'run_closes' })
  expect(lost.reply).toMatchObject({ ok: false, failure: { code: 'host-lost' } })
  const next = await callTool(own.hosts, sources, 'py.Keeps', { run: 'run_closes', args: '{"seconds":"0"}' })
  expect(next.reply).toMatchObject({ ok: true, text: 'kept' })
})
