// The thread of a run in Python goes to the next run, unless something of the first one goes on in it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runId } from '@slyglass/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, projectSources, writeProject } from './testing/index.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'

const TOOLS = `
import asyncio, gc, os, time
from neuro_san.interfaces.coded_tool import CodedTool

class Counts(CodedTool):
    """How many calls its event loop has seen."""
    async def async_invoke(self, args, sly_data):
        loop = asyncio.get_running_loop()
        loop.seen = getattr(loop, "seen", 0) + 1
        sly_data["mark"] = loop.seen
        kind = args.get("leaves")
        if kind == "timer":
            loop.call_later(60, print)
        if kind == "task":
            loop.left = loop.create_task(asyncio.sleep(60))
        if kind == "thread":
            loop.run_in_executor(None, time.sleep, 0.4)
        if kind == "connection":
            loop.left = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
        return {"seen": loop.seen, "keys": sorted(key for key in sly_data if key != "mark")}

class Blocks(CodedTool):
    """Lets nobody else into its event loop until a file is there."""
    async def async_invoke(self, args, sly_data):
        print("began", args["name"])
        while not os.path.exists(args["until"]):
            time.sleep(0.01)
        return args["name"]

class Tasks(CodedTool):
    """How many finished tasks of this process are still held."""
    async def async_invoke(self, args, sly_data):
        gc.disable()
        return len([one for one in gc.get_objects() if isinstance(one, asyncio.Task) and one.done()])
`

let hosts: TestHosts
let project: string
beforeAll(async () => {
  hosts = await startTestHosts({ times: { idleMs: 20_000 } })
  project = writeProject({ 'coded_tools/tools.py': TOOLS })
})
afterAll(() => hosts?.dispose())

let runs = 0
async function callInNewRun(args: object, sly: Readonly<Record<string, string>> = {}) {
  runs += 1
  const run = `run_lane_${runs}`
  const options = { run, args: JSON.stringify(args), sly }
  const { reply } = await callTool(hosts.hosts, projectSources(project), 'tools.Counts', options)
  await hosts.hosts.release(runId(run))
  return reply.text
}

test('the next run has the thread, and nothing that was on the board of the first', async () => {
  expect(await callInNewRun({}, { token: '"secret"' })).toBe("{'seen': 1, 'keys': ['token']}")
  expect(await callInNewRun({})).toBe("{'seen': 2, 'keys': []}")
})

test.each(['timer', 'task', 'thread', 'connection'])(
  'a run that leaves a %s behind keeps its thread',
  async (leaves) => {
    const before = await callInNewRun({ leaves })
    expect(before).toMatch(/'seen': [1-9]/)
    expect(await callInNewRun({})).toBe("{'seen': 1, 'keys': []}")
  },
)

test('nothing holds the tasks of calls that are over', async () => {
  const options = { run: 'run_tasks' }
  const counts: string[] = []
  for (let number = 0; number < 20; number += 1)
    counts.push((await callTool(hosts.hosts, projectSources(project), 'tools.Tasks', options)).reply.text)
  expect(Number(counts.at(-1))).toBeLessThanOrEqual(Number(counts[1]))
})

describe('while a call lets nobody else into its event loop', () => {
  const blocking = (name: string, run: string, signal?: AbortSignal) => {
    const until = join(project, `until-${run}`)
    let [began, sent] = [() => {}, () => {}]
    const hasBegun = new Promise<void>((resolve) => {
      began = resolve
    })
    const isSent = new Promise<void>((resolve) => {
      // It leaves as soon as its start is recorded.
      sent = () => void setImmediate(resolve)
    })
    const options = {
      run,
      args: JSON.stringify({ name, until }),
      onOutput: () => began(),
      onStart: async () => sent(),
      ...(signal && { signal }),
    }
    const ended = callTool(hosts.hosts, projectSources(project), 'tools.Blocks', options)
    return { ended, hasBegun, isSent, release: () => writeFileSync(until, '') }
  }

  test('a call of its run that is stopped meanwhile never begins', async () => {
    // The process knows the class from then on: the calls are sent at once.
    const known = blocking('known', 'run_known')
    known.release()
    await known.ended
    const first = blocking('first', 'run_block')
    await first.hasBegun
    const controller = new AbortController()
    const second = blocking('second', 'run_block', controller.signal)
    const third = blocking('third', 'run_block')
    await third.isSent
    controller.abort()
    first.release()
    expect((await first.ended).reply).toMatchObject({ ok: true, text: 'first' })
    expect(await second.ended).toMatchObject({ reply: { ok: false, failure: { code: 'cancelled' } }, stdout: '' })
    expect((await third.ended).reply).toMatchObject({ ok: true, text: 'third' })
  })

  test('as many other runs as there may be are called all the same', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `run_many_${index}`)
    const calls = names.map((name) => blocking(name, name))
    await Promise.all(calls.map(({ hasBegun }) => hasBegun))
    for (const { release } of calls) release()
    const replies = await Promise.all(calls.map(({ ended }) => ended))
    expect(replies.map(({ reply }) => reply.text)).toEqual(names)
  })
})
