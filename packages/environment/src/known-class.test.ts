// A class that a process has found before: the attempt is committed first, and the call needs no second question.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, projectSources, writeFiles, writeProject } from './testing/index.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'

const PYTHON = `
import sys
from neuro_san.interfaces.coded_tool import CodedTool

class Counts(CodedTool):
    async def async_invoke(self, args, sly_data):
        if args.get("replace"):
            sys.modules[__name__].Counts = Replaced
            import slyglass_host.resolve as own
            own.DIGESTS[__file__] = "f" * 64
        sly_data["calls"] = sly_data.get("calls", 0) + 1
        return sly_data["calls"]

class Replaced(CodedTool):
    async def async_invoke(self, args, sly_data):
        return "replaced"
`
const TYPESCRIPT = `
export class Counts {
  async asyncInvoke(_args: object, slyData: Record<string, number>) {
    slyData.calls = (slyData.calls ?? 0) + 1
    return slyData.calls
  }
}
`

let hosts: TestHosts
let project: string
beforeAll(async () => {
  hosts = await startTestHosts()
  project = writeProject({ 'coded_tools/py.py': PYTHON, 'coded_tools/ts.ts': TYPESCRIPT })
})
afterAll(() => hosts?.dispose())

const call = (className: string, run: string, options: Parameters<typeof callTool>[3] = {}) =>
  callTool(hosts.hosts, projectSources(project), className, { run, ...options })

describe.each(['py.Counts', 'ts.Counts'])('%s, called again in a process', (className) => {
  test('is told with the same source each time, once a call, before it runs', async () => {
    const told: string[] = []
    for (const number of [1, 2, 3]) {
      const sly = number === 1 ? {} : { calls: String(number - 1) }
      const { reply, infos } = await call(className, `run_same_${className}`, { sly })
      expect(reply).toMatchObject({ ok: true, value: String(number) })
      told.push(JSON.stringify(infos))
    }
    expect(new Set(told).size).toBe(1)
    expect(told[0]).toMatch(/^\[\{"language":.*"sha":"[0-9a-f]{64}"[^[]*\]$/)
  })

  test('does not run when its start cannot be recorded', async () => {
    const run = `run_unrecorded_${className}`
    await call(className, run)
    const onStart = () => Promise.reject(new Error('the disk is full'))
    await expect(call(className, run, { sly: { calls: '1' }, onStart })).rejects.toThrow('the disk is full')
    expect((await call(className, run, { sly: { calls: '1' } })).reply).toMatchObject({ ok: true, value: '2' })
  })

  test('does not run when it is stopped while its start is recorded', async () => {
    const run = `run_stopped_${className}`
    await call(className, run)
    const controller = new AbortController()
    const onStart = async () => controller.abort()
    const { reply } = await call(className, run, { sly: { calls: '1' }, onStart, signal: controller.signal })
    expect(reply).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
    expect((await call(className, run, { sly: { calls: '1' } })).reply).toMatchObject({ ok: true, value: '2' })
  })

  test('gets the board as it is when it leaves, not as it was before its start was recorded', async () => {
    const run = `run_board_${className}`
    await call(className, run)
    const sly = { calls: '1' }
    const other = call(className, run, { sly })
    const onStart = async () => {
      await other
    }
    expect((await call(className, run, { sly, onStart })).reply).toMatchObject({ ok: true, value: '3' })
  })
})

test('a class that another took the place of says that its source is named as it was before', async () => {
  const run = 'run_replaced'
  await call('py.Counts', run)
  const { reply: replaces } = await call('py.Counts', run, { args: '{"replace":true}' })
  expect(replaces.warnings).toBeUndefined()
  const next = await call('py.Counts', run)
  expect(next.reply).toMatchObject({ ok: true, text: 'replaced' })
  expect(next.infos).toHaveLength(1)
  expect(next.reply.warnings).toEqual([expect.stringMatching(/put another version of the class in its place/)])
  const later = await call('py.Counts', run)
  expect(later.reply.warnings).toBeUndefined()
  expect(later.infos[0]?.sha).toBe('f'.repeat(64))
})

test('[N-50] a definition is asked once for each state of its files, and its tool is looked at each time', async () => {
  const file = (word: string) => `
let told = 0
export class Asked {
  static metadata = () => ({
    description: '${word} ' + (told += 1),
    // Whichever thread is asked: no two say the same.
    health: () => ({ looked: String(process.hrtime.bigint()) }),
  })
  execute() {}
}
`
  const files = { 'coded_tools/asked.ts': file('first') }
  const sources = projectSources(writeProject(files), { network: 'asked' })
  const { signal } = new AbortController()
  const told = async () => JSON.parse((await hosts.hosts.describe(sources, 'asked.Asked', signal)) ?? '{}').description
  const looked = async () => {
    const reply = await hosts.hosts.health(sources, 'asked.Asked', signal)
    return reply?.ok === true ? reply.value : reply
  }
  const first = await told()
  expect(first).toMatch(/^first \d+$/)
  expect(await told()).toBe(first)
  expect(await looked()).not.toBe(await looked())
  writeFiles(sources.projectRoot, { 'coded_tools/asked.ts': file('second') })
  expect(await told()).toMatch(/^second \d+$/)
})
