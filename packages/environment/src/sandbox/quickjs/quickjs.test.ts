// Tools in an engine of their own: the same contract, and nothing of Node.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ToolSources } from '@slyglass/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallOptions, callTool, projectSources, writeProject } from '../../testing/index.ts'
import { startTestHosts, type TestHosts } from '../../testing/start-test-hosts.ts'
import { needsOfNode } from './needs-node.ts'

const TOOLS = `
import { defineTool, fail } from 'slyglass'
import { words } from './words'

export class Adds {
  async asyncInvoke(args: { a: number; b: number }, slyData: Record<string, unknown>) {
    slyData.total = Number(slyData.total ?? 0) + args.a + args.b
    delete slyData.old
    return { sum: args.a + args.b, big: args.id, words }
  }
}
export const waits = defineTool({
  name: 'waits',
  parameters: { type: 'object', properties: { ms: { type: 'number' } } },
  async *execute(args, ctx) {
    console.log('begins', { ms: args.ms })
    yield 'half'
    await new Promise((done) => setTimeout(done, args.ms as number))
    ctx.slyData.key = 'private-of-quickjs'
    ctx.progress('told ' + ctx.slyData.key)
    ctx.update.set('done', true)
    return ctx.retry
  },
})
export const fails = defineTool({ name: 'fails', execute: () => fail('no such band', { category: 'external' }) })
export class Raises { invoke() { throw new TypeError('no such band') } }
export class Throws { invoke() { throw { a: 1 } } }
export class Loops { async asyncInvoke() { for (;;) ; } }
export class Eats { async asyncInvoke() { const all: unknown[] = []; for (;;) all.push(new Array(1e6).fill(1)) } }
export class Rings { async asyncInvoke() { for (;;) setTimeout(() => {}, 60_000) } }
export class Waits { async asyncInvoke() { await new Promise(() => {}) } }
`
const SNEAKS = `
const world = globalThis as unknown as Record<string, unknown>
const typed = (...parts: string[]) => parts.join('')
const tries = (code: string) => { try { return String(new Function('return ' + code)()) } catch { return 'nothing' } }
export class Sneaks { async asyncInvoke(args: { file: string }) {
  const names = ['req', 'uire', ' ', 'fe', 'tch', ' ', 'De', 'no', ' ', 'WebAs', 'sembly', ' ', 'glo', 'bal', ' std os bjson'].join('').split(' ')
  const load = async () => new Function('file', typed('return im', 'port(file)'))(args.file)
  return JSON.stringify({
    found: names.filter((name) => world[name] !== undefined),
    ways: Object.getOwnPropertyNames(world).filter((name) => name.startsWith('slyglass')),
    variables: tries(typed('Object.keys(pro', 'cess.env)')),
    climbs: tries(typed('this.constructor.constructor("return typeof pro', 'cess.binding")()')),
    imported: await load().then(() => 'read', () => 'nothing'),
  })
} }
`
const root = writeProject({
  'coded_tools/own.ts': TOOLS,
  'coded_tools/words.ts': 'export const words = ["ä", "\\u{1f600}"]',
  'coded_tools/sneaks.ts': SNEAKS,
  'coded_tools/node.ts':
    'import { readFileSync } from "node:fs"\nexport class Reads { invoke() { return readFileSync("/etc/hosts", "utf8") } }',
})
const outside = join(mkdtempSync(join(tmpdir(), 'slyglass-beside-')), 'private.mjs')
const asked = { environment: { sandbox: 'quickjs', network: 'on', workspace: '.' } } as const
let own: TestHosts
beforeAll(async () => {
  writeFileSync(outside, 'export const secret = 1')
  own = await startTestHosts({ limits: { memoryBytes: 512 * 1024 ** 2 } })
})
afterAll(() => own.dispose())

let runs = 0
function use(tool: string, options: CallOptions = {}, from: Partial<ToolSources> = asked) {
  runs += 1
  return callTool(own.hosts, { ...projectSources(root), ...from }, tool, { run: `run_quickjs_${runs}`, ...options })
}

describe('a tool in QuickJS', () => {
  test('reads its arguments and private values, writes them, and gives back what it says', async () => {
    const { reply, infos } = await use('own.Adds', {
      args: '{"a": 1, "b": 2.5, "id": 12345678901234567890}',
      sly: { total: '4', old: '"x"' },
    })
    expect(infos).toMatchObject([{ isolation: 'quickjs', offline: true, file: 'coded_tools/own.ts' }])
    expect(reply).toMatchObject({
      ok: true,
      value: '{"sum":3.5,"big":12345678901234567890,"words":["ä","😀"]}',
      sly: { set: { total: '7.5' }, del: ['old'] },
    })
  })

  test('streams, waits, prints and changes what tools share, as anywhere', async () => {
    const privates: string[] = []
    const { reply, stdout, progress } = await use('own.waits', {
      args: '{"ms": 30}',
      onPrivate: (values) => privates.push(...values.values()),
    })
    expect(reply).toMatchObject({ ok: true, text: '0', sly: { set: { key: '"private-of-quickjs"' } } })
    expect(reply.ok && reply.update).toBe('[{"op":"set","key":"done","value":true}]')
    expect(stdout).toBe('begins {"ms":30}\n')
    expect(progress.map(([, text]) => text)).toEqual(['half', 'told private-of-quickjs'])
    expect(privates).toEqual(['"private-of-quickjs"'])
  })

  test('fails and raises as anywhere', async () => {
    const failed = { code: 'returned-error', category: 'external' }
    expect((await use('own.fails')).reply).toMatchObject({ ok: false, failure: failed })
    const raised = { ok: false, text: 'Error: no such band', failure: { code: 'raised' } }
    expect((await use('own.Raises')).reply).toMatchObject(raised)
  })

  test('tells what it is', async () => {
    const sources = { ...projectSources(root), ...asked }
    const told = await own.hosts.describe(sources, 'own.waits', new AbortController().signal)
    expect(JSON.parse(told ?? '{}')).toMatchObject({ name: 'waits', parameters: { properties: { ms: {} } } })
  })

  test('finds nothing of Node, and no file', async () => {
    const { reply } = await use('sneaks.Sneaks', { args: JSON.stringify({ file: outside }) })
    expect(reply).toMatchObject({ ok: true })
    expect(JSON.parse(reply.text)).toEqual({
      found: [],
      ways: [],
      variables: '',
      climbs: 'undefined',
      imported: 'nothing',
    })
  })

  test('that takes too much memory fails for that', async () => {
    expect((await use('own.Eats')).reply).toMatchObject({ ok: false, failure: { code: 'memory' } })
    expect((await use('own.Raises')).reply).toMatchObject({ ok: false, failure: { code: 'raised' } })
  })

  test('that throws a value tells the value', async () => {
    expect((await use('own.Throws')).reply).toMatchObject({ ok: false, text: 'Error: {"a":1}' })
  })

  test('that sets timers without end fails for that', async () => {
    const failure = { code: 'raised', message: expect.stringContaining('more than 10000 timers at once') }
    expect((await use('own.Rings')).reply).toMatchObject({ ok: false, failure })
  })

  test.each(['Loops', 'Waits'])('that does not end (%s) is stopped, and the next call works', async (name) => {
    const { reply } = await use(`own.${name}`, { signal: AbortSignal.timeout(200) })
    expect(reply).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
    expect((await use('own.Adds', { args: '{"a":1,"b":1}' })).reply).toMatchObject({ ok: true })
  })

  test('that needs Node is not started, and says what it needs', async () => {
    const { reply, infos } = await use('node.Reads')
    expect(reply).toMatchObject({
      ok: false,
      failure: { code: 'host-missing', message: expect.stringContaining('uses node:fs') },
    })
    expect(infos).toEqual([])
  })
})

test('without bubblewrap tools that need nothing of Node run in QuickJS by themselves, the others do not', async () => {
  const bare = await startTestHosts({ env: { ...process.env, PATH: '/nowhere' } })
  try {
    const pure = await callTool(bare.hosts, projectSources(root), 'own.Adds', { args: '{"a":1,"b":1}' })
    expect(pure.infos).toMatchObject([{ isolation: 'quickjs' }])
    const other = await callTool(bare.hosts, projectSources(root), 'node.Reads')
    expect(other.infos).toMatchObject([{ isolation: 'permission' }])
  } finally {
    await bare.dispose()
  }
})

describe('what a bundle needs of Node', () => {
  test.each([
    ['const a = 1', [], undefined],
    ['const a = 1', ['node:fs'], 'node:fs'],
    ['await fetch("x")', [], 'fetch'],
    ['process.env.KEY', [], 'process'],
    ['const x = { process: 1 }.process', [], undefined],
    ['const refetched = prefetch()', [], undefined],
    ['// fetch\nconst a = 1\n//# sourceMappingURL=data:fetch', [], undefined],
    ['await import("x")', [], 'import('],
  ])('%j importing %j: %s', (code, imports, needs) => {
    expect(needsOfNode(code, imports)).toBe(needs)
  })
})
