import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, projectSources, writeProject } from './testing/index.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'

const TOOLS = `
import { exit } from 'node:process'
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
export class Exits { async asyncInvoke() { await pause(20); process.exit(3) } }
export class ExitsByName { async asyncInvoke() { exit() } }
export class ExitsInTry { async asyncInvoke() { try { process.exit(1) } catch { await pause(60_000) } } }
export class ExitsInTimer { async asyncInvoke() { setTimeout(() => process.exit(4), 5); await pause(60_000) } }
export class ThrowsInTimer { async asyncInvoke() { setTimeout(() => { throw new TypeError('no seat') }, 5); await pause(60_000) } }
export class Rejects { async asyncInvoke() { void pause(5).then(() => { throw new Error('no boat') }); await pause(60_000) } }
export class Leaves { async asyncInvoke() { setTimeout(() => { throw new Error('too late') }, 50); return 'left' } }
export class Slow { async asyncInvoke() { await pause(400); return 'slow' } }
`
const AT_LOAD = 'process.exit(1)\nexport class Tool { async asyncInvoke() {} }\n'

let own: TestHosts
const sources = projectSources(writeProject({ 'coded_tools/ts.ts': TOOLS, 'coded_tools/load.ts': AT_LOAD }))
beforeAll(async () => {
  own = await startTestHosts()
})
afterAll(() => own.dispose())

describe('a call in TypeScript that would end its thread', () => {
  const EXIT = /^The tool called process\.exit\(3?\) .*only this call was ended\. Return a value or throw an error/

  test.each([
    ['Exits', EXIT],
    ['ExitsByName', EXIT],
    ['ExitsInTry', /process\.exit\(1\)/],
    ['ExitsInTimer', /process\.exit\(4\)/],
    ['ThrowsInTimer', /nobody caught ended this call: no seat\. Catch it where it comes from/],
    ['Rejects', /nobody caught ended this call: no boat\. Catch it where it comes from/],
  ])('by %s fails alone, and people see the line', async (name, words) => {
    const run = `run_${name}`
    const slow = callTool(own.hosts, sources, 'ts.Slow', { run })
    const { reply } = await callTool(own.hosts, sources, `ts.${name}`, { run })
    expect(reply).toMatchObject({ ok: false, failure: { code: 'raised', message: expect.stringMatching(words) } })
    const { message, detail = '' } = reply.ok ? { message: '' } : reply.failure
    expect(reply.text).toBe(`Error: ${message}`)
    const line = TOOLS.split('\n').findIndex((text) => text.includes(`class ${name} `)) + 1
    expect(detail).toContain(`ts.ts:${line}:`)
    expect((await slow).reply).toMatchObject({ ok: true, text: 'slow' })
  })

  test('after it is over costs nobody anything, nor is it told to another', async () => {
    const run = 'run_leaves'
    const slow = callTool(own.hosts, sources, 'ts.Slow', { run })
    const { reply } = await callTool(own.hosts, sources, 'ts.Leaves', { run })
    expect(reply).toMatchObject({ ok: true, text: 'left' })
    const other = await slow
    expect(other).toMatchObject({ reply: { ok: true, text: 'slow' }, stderr: '' })
  })

  test('while its file loads says that the file does not load', async () => {
    const { reply } = await callTool(own.hosts, sources, 'load.Tool')
    const message = expect.stringMatching(/load\.ts fails to load: The tool called process\.exit\(1\)/)
    expect(reply).toMatchObject({ ok: false, failure: { code: 'class-not-found', message } })
  })
})
