import { runId } from '@slyglass/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallOptions, callTool, projectSources, writeProject } from './testing/index.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'

const PYTHON = `
import asyncio, copy, json, pickle
from neuro_san.interfaces.coded_tool import CodedTool

class Appends(CodedTool):
    async def async_invoke(self, args, sly_data):
        sly_data.setdefault("started", []).append(args["who"])
        while len(sly_data["started"]) < args.get("until", 0):
            await asyncio.sleep(0.01)
        return list(sly_data["started"])

class Sets(CodedTool):
    async def async_invoke(self, args, sly_data):
        for key, value in args["set"].items():
            sly_data[key] = value
        await asyncio.sleep(args.get("seconds") or 0)

class Deletes(CodedTool):
    async def async_invoke(self, args, sly_data):
        del sly_data[args["key"]]

class Reads(CodedTool):
    async def async_invoke(self, args, sly_data):
        return {key: sly_data.get(key) for key in args["keys"]}

class Everything(CodedTool):
    async def async_invoke(self, args, sly_data):
        return json.dumps(sly_data)

class Untouched(CodedTool):
    async def async_invoke(self, args, sly_data):
        return "nothing read"

class Nested(CodedTool):
    async def async_invoke(self, args, sly_data):
        sly_data["order"]["lines"].append({"n": 2})

class Copies(CodedTool):
    async def async_invoke(self, args, sly_data):
        copies = [sly_data.copy(), copy.copy(sly_data), copy.deepcopy(sly_data), pickle.loads(pickle.dumps(sly_data)),
                  sly_data | {}, {} | sly_data, {**sly_data}, dict(sly_data), json.loads(json.dumps(sly_data))]
        assert all(type(one) is dict and one == {"a": 1} for one in copies), copies
        assert isinstance(sly_data, dict) and type(sly_data).__name__ == "dict"
        copies[0]["b"] = 2
        return "plain"

class Numbers(CodedTool):
    async def async_invoke(self, args, sly_data):
        sly_data["echo"] = args["n"]
        return args["n"]

class Parks(CodedTool):
    async def async_invoke(self, args, sly_data):
        sly_data["lock"] = asyncio.Lock()
        sly_data["with_part"] = {"lock": asyncio.Lock(), "n": 1}

class UsesParked(CodedTool):
    async def async_invoke(self, args, sly_data):
        return f"{type(sly_data['lock']).__name__} {type(sly_data['with_part']['lock']).__name__}"
`

const TYPESCRIPT = `
type Board = Record<string, any>
const wait = (s: number) => new Promise((r) => setTimeout(r, s * 1000))
export class Appends { async asyncInvoke(args: any, sly: Board) {
  sly.started ??= []
  sly.started.push(args.who)
  while (sly.started.length < (args.until ?? 0)) await wait(0.01)
  return [...sly.started]
} }
export class Sets { async asyncInvoke(args: any, sly: Board) {
  for (const [key, value] of Object.entries(args.set)) sly[key] = value
  await wait(args.seconds ?? 0)
} }
export class Deletes { async asyncInvoke(args: any, sly: Board) { delete sly[args.key] } }
export class Reads { async asyncInvoke(args: any, sly: Board) {
  return Object.fromEntries(args.keys.map((key: string) => [key, sly[key] ?? null]))
} }
export class Everything { async asyncInvoke(_args: any, sly: Board) { return JSON.stringify(sly) } }
export class Untouched { async asyncInvoke() { return 'nothing read' } }
export class Nested { async asyncInvoke(_args: any, sly: Board) { sly.order.lines.push({ n: 2 }) } }
export class Stubborn { async asyncInvoke(args: any, sly: Board) {
  const refuse = () => { throw new Error('nobody looks at me') }
  sly.odd = args.how === 'as JSON' ? { toJSON: refuse } : new Proxy({}, { get: refuse, getPrototypeOf: refuse })
  return 'kept'
} }
export class Numbers { async asyncInvoke(args: any, sly: Board) { sly.echo = args.n; return args.n } }
export class Parks { async asyncInvoke(_args: any, sly: Board) {
  sly.lock = { handle: 1, close() { console.log('closed') } }
  Object.setPrototypeOf(sly.lock, { close: sly.lock.close }); delete sly.lock.close
} }
`

let own: TestHosts
const sources = projectSources(writeProject({ 'coded_tools/py.py': PYTHON, 'coded_tools/ts.ts': TYPESCRIPT }))
beforeAll(async () => {
  own = await startTestHosts()
})
afterAll(() => own.dispose())

let runs = 0
const newRun = () => `run_board_${runs++}`
const call = async (className: string, run: string, args: unknown, sly: CallOptions['sly'] = {}) =>
  (await callTool(own.hosts, sources, className, { run, args: JSON.stringify(args), sly })).reply

describe.each(['py', 'ts'])('the board of a run (%s)', (module) => {
  test('[N-72] concurrent calls of one run share one live board', async () => {
    const run = newRun()
    const replies = await Promise.all([
      call(`${module}.Appends`, run, { who: 'first', until: 3 }),
      call(`${module}.Appends`, run, { who: 'second', until: 3 }),
      call(`${module}.Appends`, run, { who: 'third', until: 3 }),
    ])
    for (const reply of replies) expect(reply).toMatchObject({ ok: true, value: '["first","second","third"]' })
  })

  test('a run does not see the board of another', async () => {
    await call(`${module}.Sets`, newRun(), { set: { secret: 1 } })
    expect(await call(`${module}.Reads`, newRun(), { keys: ['secret'] })).toMatchObject({ value: '{"secret":null}' })
  })

  test('a key that another call is still writing stays with that call', async () => {
    const run = newRun()
    const slow = call(`${module}.Sets`, run, { set: { slow: 1 }, seconds: 0.5 })
    const quick = await call(`${module}.Sets`, run, { set: { quick: 2 }, seconds: 0.1 })
    expect(quick.sly.set).toEqual({ quick: '2' })
    expect((await slow).sly.set).toEqual({ slow: '1' })
  })

  test('only what changed is told, deletions and nested changes too', async () => {
    const sly = { order: '{"lines":[{"n":1}],"total":3.0}', kept: '[1.50]', gone: '1' }
    const run = newRun()
    const nested = await call(`${module}.Nested`, run, {}, sly)
    expect(nested.sly).toEqual({ set: { order: '{"lines":[{"n":1},{"n":2}],"total":3.0}' }, del: [], opaque: {} })
    expect(nested.slyBase).toEqual(new Map([['order', sly.order]]))
    const deleted = await call(`${module}.Deletes`, run, { key: 'gone' }, { ...sly, ...nested.sly.set })
    expect(deleted.sly).toEqual({ set: {}, del: ['gone'], opaque: {} })
  })

  test('keys that were read are named; reading all names all; reading none leaves it open', async () => {
    const sly = { a: '1', b: '2' }
    expect((await call(`${module}.Reads`, newRun(), { keys: ['b', 'c'] }, sly)).reads).toEqual(['b', 'c'])
    expect((await call(`${module}.Everything`, newRun(), {}, sly)).reads).toEqual(['a', 'b'])
    expect((await call(`${module}.Untouched`, newRun(), {}, sly)).reads).toBeUndefined()
    expect((await call(`${module}.Untouched`, newRun(), {})).reads).toEqual([])
  })

  test('values that the server changed meanwhile replace untouched ones', async () => {
    const run = newRun()
    await call(`${module}.Reads`, run, { keys: ['a'] }, { a: '1', b: '1' })
    expect(await call(`${module}.Reads`, run, { keys: ['a', 'b'] }, { a: '2' })).toMatchObject({
      value: '{"a":2,"b":null}',
    })
  })

  test('a call that was prepared before a merge does not undo the other call', async () => {
    const run = newRun()
    const handed = { n: '1' }
    await call(`${module}.Sets`, run, { set: { n: 2 } }, handed)
    const late = await call(`${module}.Reads`, run, { keys: ['n'] }, handed)
    expect(late).toMatchObject({ value: '{"n":2}', sly: { set: {} } })
  })

  test('numbers keep their digits on the way in and out', async () => {
    const run = newRun()
    for (const n of ['12345678901234567890', '-9007199254740993', '42', '0.1']) {
      const { reply } = await callTool(own.hosts, sources, `${module}.Numbers`, { run, args: `{"n": ${n}}` })
      expect(reply).toMatchObject({ value: n, text: n, sly: { set: { echo: n } } })
    }
  })

  test('a value that cannot be JSON stays in its host and is named', async () => {
    const run = newRun()
    const { sly } = await call(`${module}.Parks`, run, {})
    expect(Object.keys(sly.opaque)).toEqual(['lock'])
    expect(sly.set).toEqual(module === 'py' ? { with_part: '{"lock":null,"n":1}' } : {})
    if (module === 'py') expect(await call('py.UsesParked', run, {}, sly.set)).toMatchObject({ text: 'Lock Lock' })
    await own.hosts.release(runId(run))
  })
})

test.each(['as JSON', 'in any way'])('a value that does not let itself be looked at %s breaks no call', async (how) => {
  const run = newRun()
  expect(await call('ts.Stubborn', run, { how })).toMatchObject({ ok: true, text: 'kept', sly: { set: {} } })
  await own.hosts.release(runId(run))
})

test('3.0 is a float for Python and keeps its spelling', async () => {
  const { reply } = await callTool(own.hosts, sources, 'py.Numbers', { run: newRun(), args: '{"n": 3.0}' })
  expect(reply).toMatchObject({ text: '3.0', value: '3.0', sly: { set: { echo: '3.0' } } })
})

test('copies of the Python board are plain dictionaries', async () => {
  expect(await call('py.Copies', newRun(), {}, { a: '1' })).toMatchObject({ ok: true, text: 'plain', sly: { set: {} } })
})

test('[N-19] what a Python tool wrote, a TypeScript tool of the same run finds, and the other way round', async () => {
  const run = newRun()
  const first = await call('py.Sets', run, { set: { record: { id: 7 } } })
  const second = await call('ts.Appends', run, { who: 'ts' }, first.sly.set)
  const third = await call('py.Reads', run, { keys: ['record', 'started'] }, { ...first.sly.set, ...second.sly.set })
  expect(third).toMatchObject({ value: '{"record":{"id":7},"started":["ts"]}' })
})
