// Lines of a Python host stay whole, whoever writes them and whatever strikes its threads; classes stay what they are.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, projectSources, writeProject } from './testing/index.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'

const TOOLS = `
import os, sys, threading
from neuro_san.interfaces.coded_tool import CodedTool

class Chatters(CodedTool):
    async def async_invoke(self, args, sly_data):
        print("started")
        while True:
            print("x" * 70_000)
            print("y")

class ChattersInThreads(CodedTool):
    def invoke(self, args, sly_data):
        print("started")
        while True:
            print("z" * 300)

class Prints(CodedTool):
    async def async_invoke(self, args, sly_data):
        for number in range(args["lines"]):
            print(number)
        return "printed"

class Forks(CodedTool):
    async def async_invoke(self, args, sly_data):
        print("before")
        copy = os.fork()
        if copy == 0:
            for number in range(5_000):
                print("copy", number)
            os._exit(0)
        _, state = os.waitpid(copy, 0)
        print("after")
        return state

class Grumbles:
    def __del__(self):
        print("a word at the end")

class Drops(CodedTool):
    async def async_invoke(self, args, sly_data):
        for number in range(2_000):
            one = Grumbles()
            one.me = one
            print(number)
        return "dropped"

class First(CodedTool):
    async def async_invoke(self, args, sly_data):
        if args.get("change"):
            sys.modules[__name__].First = Second
        return "first"

class Second(CodedTool):
    async def async_invoke(self, args, sly_data):
        return "second"
`

let hosts: TestHosts
let project: string
beforeAll(async () => {
  const times = { cancelMs: 5, interruptMs: 2_000, abandonMs: 250 }
  hosts = await startTestHosts({ times, limits: { outputBytes: 64 * 1024 ** 2 } })
  project = writeProject({ 'coded_tools/tools.py': TOOLS })
})
afterAll(() => hosts?.dispose())

const call = (name: string, options: Parameters<typeof callTool>[3] = {}) =>
  callTool(hosts.hosts, projectSources(project), `tools.${name}`, options)

function stopAfter(ms: number, name: string) {
  const controller = new AbortController()
  const onOutput = () => void setTimeout(() => controller.abort(), ms)
  return call(name, { run: `run_struck_${name}_${ms}`, signal: controller.signal, onOutput })
}

describe('lines of a Python host', () => {
  test.each(['Chatters', 'ChattersInThreads'])(
    'stay whole while calls of %s are struck in the middle of a word: other runs go on in the same process',
    async (name) => {
      const lines = 3_000
      const args = JSON.stringify({ lines })
      const others = [1, 2].map((number) => call('Prints', { run: `run_prints_${name}_${number}`, args }))
      const struck = await Promise.all([0, 3, 9, 17].map((ms) => stopAfter(ms, name)))
      for (const { reply } of struck) expect(reply).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
      for (const { reply, stdout } of await Promise.all(others)) {
        expect(reply).toMatchObject({ ok: true, text: 'printed' })
        expect(stdout).toBe(Array.from({ length: lines }, (_, number) => `${number}\n`).join(''))
      }
    },
  )

  test('a copy of the process that a tool makes says nothing in its name, and ends', async () => {
    const { reply, stdout } = await call('Forks', { run: 'run_forks' })
    expect(reply).toMatchObject({ ok: true, text: '0' })
    expect(stdout).toBe('before\nafter\n')
  })

  test('objects that say something at their end do so between lines', async () => {
    const { reply, stdout } = await call('Drops', { run: 'run_drops' })
    expect(reply).toMatchObject({ ok: true, text: 'dropped' })
    const numbers = stdout.split('\n').filter((line) => /^\d+$/.test(line))
    expect(numbers).toEqual(Array.from({ length: 2_000 }, (_, number) => String(number)))
    expect(stdout.split('\n').filter((line) => line === 'a word at the end').length).toBeGreaterThan(100)
  })
})

test('a class that code puts in the place of another is the one that is called next', async () => {
  const run = 'run_changes'
  const texts: string[] = []
  for (const args of ['{}', '{}', '{"change":true}', '{}']) texts.push((await call('First', { run, args })).reply.text)
  expect(texts).toEqual(['first', 'first', 'first', 'second'])
})
