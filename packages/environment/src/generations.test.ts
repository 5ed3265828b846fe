import { mkdtempSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runId } from '@slyglass/base'
import type { HostCallInfo } from '@slyglass/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, projectSources, writeFiles, writeProject } from './testing/index.ts'
import { comesTrue, processesWith } from './testing/processes.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'

let own: TestHosts
beforeAll(async () => {
  // Without a process namespace, so that pids tell processes apart.
  own = await startTestHosts({ isolation: 'host' })
})
afterAll(() => own.dispose())

let projects = 0

const fee = {
  py: (amount: string) => `
from neuro_san.interfaces.coded_tool import CodedTool
import os
import helper
FEE = ${amount}
class Fee(CodedTool):
    async def async_invoke(self, args, sly_data):
        return f"{FEE} {helper.UNIT} {os.getpid()}"
`,
  ts: (amount: string) => `
import { UNIT } from './helper.ts'
export const FEE = ${amount}
export class Fee { async asyncInvoke() { return FEE + ' ' + UNIT + ' ' + process.pid } }
`,
}

describe.each(['py', 'ts'] as const)('a saved %s tool', (language) => {
  function project() {
    projects += 1
    const root = writeProject({ [`coded_tools/fee.${language}`]: fee[language]('3'), ...helper('dollars') })
    return { root, sources: projectSources(root, { pythonPath: [root, join(root, 'coded_tools')] }) }
  }
  const helper = (unit: string) =>
    language === 'py'
      ? { 'coded_tools/helper.py': `UNIT = "${unit}"` }
      : { 'coded_tools/helper.ts': `export const UNIT = '${unit}'` }
  const named = (run: string) => `${run}_${projects}`
  const words = (text: string) => text.split(' ').slice(0, 2).join(' ')

  test('[N-50] is used by the very next run, while an older run finishes on the old one', async () => {
    const { root, sources } = project()
    const ask = async (run: string) => (await callTool(own.hosts, sources, 'fee.Fee', { run: named(run) })).reply.text
    const first = await ask('run_old')
    expect(words(first)).toBe('3 dollars')
    writeFiles(root, { [`coded_tools/fee.${language}`]: fee[language]('4') })
    expect(words(await ask('run_new'))).toBe('4 dollars')
    expect(await ask('run_old')).toBe(first)
  })

  test('the next run sees a change of the same size and second, and one of a file that the tool imports', async () => {
    const { root, sources } = project()
    const file = join(root, `coded_tools/fee.${language}`)
    const then = new Date(1_700_000_000_000)
    utimesSync(file, then, then)
    const ask = async (run: string) =>
      words((await callTool(own.hosts, sources, 'fee.Fee', { run: named(run) })).reply.text)
    expect(await ask('run_1')).toBe('3 dollars')
    writeFiles(root, { [`coded_tools/fee.${language}`]: fee[language]('5') })
    expect(await ask('run_2')).toBe('5 dollars')
    writeFiles(root, helper('euros'))
    expect(await ask('run_3')).toBe('5 euros')
  })

  test('an unchanged tool keeps its process from run to run', async () => {
    const { sources } = project()
    const first = await callTool(own.hosts, sources, 'fee.Fee', { run: named('run_1') })
    await own.hosts.release(runId(named('run_1')))
    const second = await callTool(own.hosts, sources, 'fee.Fee', { run: named('run_2') })
    expect(second.reply.text).toBe(first.reply.text)
  })

  test('the old process ends with its last run, an idle one after a while', async () => {
    const { root, sources } = project()
    await callTool(own.hosts, sources, 'fee.Fee', { run: named('run_old') })
    const hosts = () => processesWith(root).filter((seen) => !seen.command.includes('bwrap')).length
    writeFiles(root, { [`coded_tools/fee.${language}`]: fee[language]('4') })
    await callTool(own.hosts, sources, 'fee.Fee', { run: named('run_new') })
    expect(hosts()).toBe(2)
    await own.hosts.release(runId(named('run_old')))
    expect(await comesTrue(() => hosts() === 1)).toBe(true)
    await own.hosts.release(runId(named('run_new')))
    expect(await comesTrue(() => hosts() === 0)).toBe(true)
  })

  test('calls that arrive at once share one process', async () => {
    const { sources } = project()
    const replies = await Promise.all(
      ['a', 'b', 'c', 'a', 'b'].map((run) => callTool(own.hosts, sources, 'fee.Fee', { run: named(run) })),
    )
    expect(new Set(replies.map(({ reply }) => reply.text)).size).toBe(1)
  })

  test('a broken save says what is wrong with the file, and the next good save works', async () => {
    const { root, sources } = project()
    writeFiles(root, { [`coded_tools/fee.${language}`]: language === 'py' ? 'class Fee(:\n' : 'export class Fee {{\n' })
    const broken = await callTool(own.hosts, sources, 'fee.Fee', { run: named('run_1') })
    expect(broken.reply).toMatchObject({ ok: false, failure: { code: 'class-not-found' } })
    expect(broken.reply.ok ? '' : broken.reply.failure.message).toMatch(
      language === 'py' ? /SyntaxError/ : /fee\.ts:1:/,
    )
    writeFiles(root, { [`coded_tools/fee.${language}`]: fee[language]('6') })
    expect((await callTool(own.hosts, sources, 'fee.Fee', { run: named('run_2') })).reply).toMatchObject({ ok: true })
  })

  test('a file that throws while it loads names no folder of this machine to the model, and its line to people', async () => {
    const { root, sources } = project()
    const said = language === 'py' ? 'raise OSError("no " + __file__)\n' : "throw new Error('no ' + FILE)\n"
    const place = `const FILE = ${JSON.stringify(pathToFileURL(join(root, 'coded_tools', 'data.json')).href)}\n`
    const tool = language === 'py' ? '\nclass Late: pass\n' : `${place}export class Late { async asyncInvoke() {} }\n`
    writeFiles(root, { [`coded_tools/late.${language}`]: tool + said })
    const { reply } = await callTool(own.hosts, sources, 'late.Late', { run: named('run_late') })
    expect(reply).toMatchObject({ ok: false, failure: { code: 'class-not-found' } })
    const { message, detail = '' } = reply.ok ? { message: '' } : reply.failure
    if (language === 'ts') expect(reply.text).toContain('coded_tools/late.ts fails to load: no coded_tools/data.json')
    expect(language === 'py' ? reply.text : `${reply.text} ${message}`).not.toContain(root)
    expect(detail).toMatch(language === 'py' ? /late\.py", line 3/ : /coded_tools\/late\.ts:3:/)
  })

  test.each([
    ['does not compile', { py: 'class Fee(:\n', ts: 'export class Fee {{\n' }, { py: /fee\.py:1/, ts: /fee\.ts:1:/ }],
    [
      'does not load',
      {
        py: 'from neuro_san.interfaces.coded_tool import CodedTool\nclass Fee(CodedTool):\n    pass\nraise OSError("gone")\n',
        ts: "export class Fee { async asyncInvoke() {} }\nthrow new Error('gone')\n",
      },
      { py: /fee\.py:4: OSError: gone/, ts: /fee\.ts:2: gone/ },
    ],
  ])('[N-50] a broken save that %s leaves the last good version in use and says so', async (_kind, broken, words) => {
    const { root, sources } = project()
    const early: (readonly string[] | undefined)[] = []
    const onStart = async ({ warnings }: HostCallInfo) => void early.push(warnings)
    const ask = async (run: string) =>
      (await callTool(own.hosts, sources, 'fee.Fee', { run: `${named(run)}${_kind}`, onStart })).reply
    expect(words_(await ask('run_1'))).toBe('3 dollars')
    expect(early).toEqual([undefined])
    writeFiles(root, { [`coded_tools/fee.${language}`]: broken[language] })
    const reply = await ask('run_2')
    // The server finds it out by itself for TypeScript, so it is said as soon as the call starts.
    expect(early.at(-1)).toEqual(language === 'ts' ? reply.warnings : undefined)
    expect(words_(reply)).toBe('3 dollars')
    expect(reply.warnings).toEqual([expect.stringMatching(/does not work, so its last version that did is used/)])
    expect(reply.warnings?.[0]).toMatch(words[language])
    writeFiles(root, { [`coded_tools/fee.${language}`]: fee[language]('7') })
    const mended = await ask('run_3')
    expect(words_(mended)).toBe('7 dollars')
    expect(mended.warnings).toBeUndefined()
  })
  const words_ = (reply: { readonly text: string }) => words(reply.text)
})

test('[N-50] the last good version is there after a restart too', async () => {
  const cacheFolder = mkdtempSync(join(tmpdir(), 'slyglass-cache-'))
  const broken = { py: 'class Fee(:\n', ts: 'export class Fee {{\n' }
  for (const language of ['py', 'ts'] as const) {
    const helper = { py: { 'helper.py': 'UNIT = "pounds"' }, ts: { 'helper.ts': "export const UNIT = 'pounds'" } }
    const root = writeProject({ [`fee.${language}`]: fee[language]('3'), ...helper[language] })
    const sources = projectSources(root, { toolRoots: [root] })
    const ask = async () => {
      const started = await startTestHosts({ isolation: 'host', cacheFolder })
      const { reply } = await callTool(started.hosts, sources, 'fee.Fee', { run: 'run_again' })
      await started.dispose()
      return reply
    }
    expect((await ask()).text).toMatch(/^3 pounds/)
    writeFiles(root, { [`fee.${language}`]: broken[language] })
    const reply = await ask()
    expect(reply.text).toMatch(/^3 pounds/)
    expect(reply.warnings).toHaveLength(1)
  }
})
