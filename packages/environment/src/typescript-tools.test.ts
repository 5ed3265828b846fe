import { runId } from '@slyglass/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, projectSources, writeProject } from './testing/index.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'

const TOOLS = `
import { defineTool } from 'slyglass'
import { join } from 'node:path'
import { shout } from './words.ts'
import greeting from 'greeting'

enum Size { Small = 'small' }

export const Defined = defineTool({
  name: 'defined',
  async execute(args: { name: string }, ctx: any) {
    ctx.progress({ step: 1 })
    ctx.progress('half way')
    ctx.slyData.seen = args.name
    return { name: args.name, path: ctx.agentPath, aborted: ctx.signal.aborted }
  },
})
export class WritesArguments { async asyncInvoke(args: any) { args.list.push(1) } }
export class OnlySync { invoke(args: any) { return shout(args.text) } }
export class Neither {}
export const notAClass = 5
export class WantsArguments { constructor(public needed: string) {} async asyncInvoke() { return this.needed } }
export class ThrowsInConstructor { constructor() { throw new Error('not today') } async asyncInvoke() {} }
export class ThrowsText { async asyncInvoke() { throw 'just words' } }
const refuse = (): any => { throw new Error('do not look') }
const shy: Record<string, () => unknown> = {
  proxy: () => new Proxy({}, { get: refuse, getPrototypeOf: refuse, ownKeys: refuse }),
  revoked: () => { const made = Proxy.revocable({}, {}); made.revoke(); return made.proxy },
  mute: () => new (class extends Error { get message() { return refuse() } })(),
}
export class Throws { async asyncInvoke(args: { kind: string }) {
  const values: Record<string, unknown> = {
    object: { a: 1 }, list: ['x', 2], nothing: undefined, null: null, number: 4, map: new Map([['k', new Date(0)]]), named: Symbol('s'), bare: Object.create(null),
  }
  throw args.kind in shy ? shy[args.kind]() : values[args.kind]
} }
export class Returns { async asyncInvoke(args: { kind: string }) {
  const values: Record<string, unknown> = {
    text: 'plain', empty: '', nothing: undefined, null: null, map: new Map([[1, 2]]), part: { set: new Set([1]), n: 1 },
    date: new Date(0), list: [1, 'a', undefined], nan: Number.NaN, size: Size.Small, cycle: null,
  }
  const cycle: Record<string, unknown> = { n: 1 }
  cycle.self = cycle
  return args.kind === 'cycle' ? cycle : values[args.kind]
} }
export class Imports { async asyncInvoke() { return greeting + ' ' + join('a', 'b') } }
export class Journal { async asyncInvoke(args: any) {
  await args.progress_reporter.asyncReportProgress({ step: 1 }, 'words')
  console.log('%o', args.progress_reporter)
  return args.origin_str
} }
let runs = 0
export class Counts { async asyncInvoke(args: any, sly: any) { runs += 1; const before = Object.keys(sly); sly.mine = runs; if (args.leave) setInterval(() => {}, 1000); return runs + " " + before } }
export class Fresh { n = 0; async asyncInvoke() { this.n += 1; return this.n } }
export class Rejects { async asyncInvoke() { void Promise.reject(new Error('left behind')); await new Promise((r) => setTimeout(r, 20)); return 'went on' } }
let closed: string[] = []
class Connection { constructor(public name: string) {} async close() { closed.push(this.name); process.stderr.write('closing ' + this.name + '\\n') } }
export class Opens { async asyncInvoke(_args: unknown, sly: any) { sly.one = new Connection('one'); sly.two = new Connection('two') } }
`

let own: TestHosts
let loose = ''
const sources = projectSources(
  writeProject({
    'coded_tools/tools.ts': TOOLS,
    'coded_tools/words.ts': 'export const shout = (text: string) => text.toUpperCase()',
    'node_modules/greeting/package.json': '{"name": "greeting", "type": "module", "main": "index.js"}',
    'node_modules/greeting/index.js': "export default 'hello'",
    'coded_tools/lonely.ts':
      "import missing from 'no-such-package'\nexport class Lonely { async asyncInvoke() { return missing } }",
    'coded_tools/fails.ts': "export class Fails { async asyncInvoke() {} }\nthrow new Error('cannot start')",
  }),
)
beforeAll(async () => {
  own = await startTestHosts({
    onHostOutput: ({ text }) => {
      loose += text
    },
  })
})
afterAll(() => own.dispose())
const call = (className: string, args = '{}', run = 'run_ts') => callTool(own.hosts, sources, className, { run, args })

describe('a TypeScript tool', () => {
  test('may be an object with execute(args, ctx)', async () => {
    const { reply, progress } = await call('tools.Defined', '{"name": "ann"}')
    expect(reply).toMatchObject({
      ok: true,
      text: '{"name":"ann","path":["front","tool"],"aborted":false}',
      sly: { set: { seen: '"ann"' } },
    })
    expect(progress).toEqual([
      ['{"step":1}', ''],
      ['{}', 'half way'],
    ])
  })

  test('[N-16] that writes into its arguments fails where it does so', async () => {
    const { reply } = await call('tools.WritesArguments', '{"list": []}')
    expect(reply).toMatchObject({
      ok: false,
      failure: { code: 'raised', message: expect.stringContaining('TypeError') },
    })
  })

  test('with invoke alone runs as a synchronous one', async () => {
    expect((await call('tools.OnlySync', '{"text": "loud"}')).reply).toMatchObject({
      ok: true,
      text: 'LOUD',
      synchronous: true,
    })
  })

  test.each([
    ['text', 'plain', '"plain"'],
    ['empty', '', '""'],
    ['nothing', 'null', 'null'],
    ['null', 'null', 'null'],
    ['map', '{"1":2}', '{"1":2}'],
    ['part', '{"set":[1],"n":1}', '{"set":[1],"n":1}'],
    ['date', '1970-01-01T00:00:00.000Z', '"1970-01-01T00:00:00.000Z"'],
    ['list', '[1,"a",null]', '[1,"a",null]'],
    ['nan', 'NaN', '"NaN"'],
    ['size', 'small', '"small"'],
    ['cycle', '{"n":1,"self":"[circular]"}', '{"n":1,"self":"[circular]"}'],
  ])('that returns %s gives the text %s', async (kind, text, value) => {
    expect((await call('tools.Returns', JSON.stringify({ kind }))).reply).toMatchObject({ ok: true, text, value })
  })

  test.each([
    ['tools.Neither', 'not-a-tool', 'Error: tools.Neither is not a coded tool'],
    ['tools.notAClass', 'not-a-tool', 'Error: tools.notAClass is not a coded tool'],
    ['tools.WantsArguments', 'constructor', '\nCoded tool class tools.WantsArguments must take no arguments'],
    ['tools.ThrowsInConstructor', 'constructor', 'not today'],
    ['tools.ThrowsText', 'raised', 'Error: just words'],
    ['tools.Gone', 'class-not-found', '\nCould not find class "Gone"\nin module "tools"\nunder AGENT_TOOL_PATH'],
    ['lonely.Lonely', 'class-not-found', '\nCould not find class "Lonely"'],
    ['fails.Fails', 'class-not-found', 'Error: '],
  ])('%s fails as %s', async (className, code, text) => {
    const { reply } = await call(className)
    expect(reply).toMatchObject({ ok: false, failure: { code } })
    expect(reply.text.startsWith(text)).toBe(true)
  })

  test.each([
    ['object', '{"a":1}'],
    ['list', '["x",2]'],
    ['nothing', 'undefined'],
    ['null', 'null'],
    ['number', '4'],
    ['map', '{"k":"1970-01-01T00:00:00.000Z"}'],
    ['named', 'Symbol(s)'],
    ['bare', '{}'],
    ['proxy', '[a value that cannot be shown]'],
    ['revoked', '[a value that cannot be shown]'],
    ['mute', '[a value that cannot be shown]'],
  ])('that throws no error but a value (%s) tells the value', async (kind, text) => {
    const { reply } = await call('tools.Throws', JSON.stringify({ kind }))
    expect(reply).toMatchObject({ ok: false, failure: { code: 'raised', message: text }, text: `Error: ${text}` })
  })

  test('whose import is missing says so with file and line', async () => {
    const { reply } = await call('lonely.Lonely')
    expect(reply.ok ? '' : reply.failure.message).toMatch(
      /^lonely\.Lonely cannot be loaded: the package no-such-package is not installed .*lonely\.ts:1:\d+.*no-such-package/s,
    )
  })

  test('finds packages of its project and Node modules', async () => {
    expect((await call('tools.Imports')).reply).toMatchObject({ ok: true, text: 'hello a/b' })
  })

  test('has the progress reporter and the origin in its arguments', async () => {
    const { reply, progress, stdout } = await call('tools.Journal')
    expect(stdout).toBe('[ProgressJournal]\n')
    expect(reply.text).toBe('front.tool')
    expect(progress).toEqual([['{"step":1}', 'words']])
  })

  test('is a new instance for every call', async () => {
    expect([(await call('tools.Fresh')).reply.text, (await call('tools.Fresh')).reply.text]).toEqual(['1', '1'])
  })

  test('that leaves a rejection behind fails without harm to its run', async () => {
    const message = expect.stringContaining('nobody caught ended this call: left behind.')
    expect((await call('tools.Rejects', '{}', 'run_rejects')).reply).toMatchObject({ ok: false, failure: { message } })
    expect((await call('tools.Fresh', '{}', 'run_rejects')).reply).toMatchObject({ ok: true })
  })

  test('has its parked values closed in key order when the run ends', async () => {
    const { reply } = await call('tools.Opens', '{}', 'run_opens')
    expect(reply.sly.opaque).toEqual({ one: 'Connection', two: 'Connection' })
    await own.hosts.release(runId('run_opens'))
    expect(loose).toBe('closing one\nclosing two\n')
  })

  test('has a thread that another run gets, without anything private, unless something still goes on in it', async () => {
    const ran = async (run: string, args = '{}') => {
      const { reply } = await call('tools.Counts', args, run)
      await own.hosts.release(runId(run))
      return reply.text
    }
    expect(await ran('run_first')).toBe('1 ')
    expect(await ran('run_second', '{"leave": true}')).toBe('2 ')
    expect(await ran('run_third')).toBe('1 ')
  })
})
