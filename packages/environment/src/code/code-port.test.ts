// What both adapters keep: the same tests over each.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parseJson, printJson } from '@slyglass/base'
import type { CodeLanguage, HostUseReply } from '@slyglass/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMeans } from '../sandbox/find-means.ts'
import { devAssets, gives, projectSources, runCell, writeProject } from '../testing/index.ts'
import type { CellOptions } from '../testing/run-cell.ts'
import { type CodeCells, createCodePort } from './create-code-port.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const root = writeProject({ 'own.txt': 'own', 'notes.xyz': 'of no kind', '.env': 'KEY=of-the-project' })
writeFileSync(join(root, 'pixel.png'), Buffer.from(PIXEL, 'base64'))
const sources = projectSources(root)
const { bwrap } = await createMeans({ env: process.env })()
const TIMEOUT = 180_000

const ADAPTERS: readonly (readonly [string, CodeLanguage, 'auto' | 'host'])[] = [
  ...(bwrap ? ([['Python in bubblewrap', 'python', 'auto']] as const) : []),
  ['Python with host rights', 'python', 'host'],
  ['JavaScript', 'javascript', 'auto'],
]

describe.each(ADAPTERS)('code in %s', { timeout: TIMEOUT }, (_name, language, isolation) => {
  let port: CodeCells
  beforeAll(async () => {
    port = createCodePort({ assets: await devAssets(), isolation, env: { ...process.env, API_KEY: 'of-the-server' } })
  }, TIMEOUT)
  afterAll(() => port.dispose())

  const run = (code: { readonly python: string; readonly javascript: string }, options: CellOptions = {}) =>
    runCell(port, language, code[language], { sources, ...options })

  test('[B-26] calls a tool, reads a part of its structured result, and prints it', async () => {
    const { end, uses } = await run(
      {
        python: 'order = await tools.lookup_order(order_id="A123")\nprint(order["status"])',
        javascript: 'const order = await tools.lookup_order({ order_id: "A123" })\nprint(order.status)',
      },
      { tools: { lookup_order: gives('{"id":"A123","status":"shipped"}') } },
    )
    expect(end).toEqual({ ended: 'ok', output: 'shipped\n', media: [] })
    expect(uses.map(([tool]) => tool)).toEqual(['lookup.order'])
    expect(JSON.parse(uses[0]?.[1] ?? '')).toEqual({ order_id: 'A123' })
  })

  test('[B-39] gives back what it prints, and no value', async () => {
    expect((await run({ python: '1+1', javascript: '1+1' })).end).toEqual({ ended: 'ok', output: '', media: [] })
  })

  test('[B-28] keeps to keyword arguments', async () => {
    const { end, uses } = await run(
      { python: 'await tools.math_add(1, 2)', javascript: 'await tools.math_add(1, 2)' },
      { tools: { math_add: gives('3') } },
    )
    const message = 'tools.math_add() accepts keyword arguments only'
    expect(end).toMatchObject({ ended: 'raised', type: 'TypeError', message })
    expect(uses).toEqual([])
  })

  test('[B-29] has two calls open at once, and waits for both', async () => {
    let open = 0
    let release: () => void = () => {}
    const both = new Promise<void>((resolve) => {
      release = resolve
    })
    const meets = async (): Promise<HostUseReply> => {
      open += 1
      if (open === 2) release()
      await both
      return { ok: true, text: '1', value: '1' }
    }
    const { end } = await run(
      {
        python: 'import asyncio\nprint(sum(await asyncio.gather(tools.meets(), tools.meets())))',
        javascript: 'const [a, b] = await Promise.all([tools.meets(), tools.meets()])\nprint(a + b)',
      },
      { tools: { meets } },
    )
    expect(end).toMatchObject({ ended: 'ok', output: '2\n' })
  })

  test('[N-67] whole numbers beyond 2^53, texts and nothing cross as they are', async () => {
    const value = '{"big":12345678901234567890123,"text":"\u00e9 \u{1f600} \\u0000","none":null,"list":[true,[]]}'
    const { end, uses } = await run(
      {
        python: 'print(await tools.echo(x=await tools.value(), y=-7))',
        javascript: 'print(await tools.echo({ x: await tools.value({}), y: -7 }))',
      },
      { tools: { value: gives(value), echo: gives('"done"') } },
    )
    expect(end).toMatchObject({ ended: 'ok', output: 'done\n' })
    const read = parseJson(uses[1]?.[1] ?? '')
    expect(read.ok && printJson(read.value)).toBe(`{"x":${value},"y":-7}`)
  })

  test('[B-34] a tool that fails raises an exception with its text, which code may catch', async () => {
    const message = "[tool] Tool 'fail' execution failed. nope"
    const fails = { fail: (): HostUseReply => ({ ok: false, kind: 'value', message }) }
    const caught = await run(
      {
        python: 'try:\n    await tools.fail(msg="x")\nexcept Exception as e:\n    print(type(e).__name__, str(e))',
        javascript: 'try { await tools.fail({ msg: "x" }) } catch (e) { print(e.name, e.message) }',
      },
      { tools: fails },
    )
    expect(caught.end).toMatchObject({ ended: 'ok', output: `BubError ${message}\n` })
    const code = { python: 'await tools.fail()', javascript: 'await tools.fail({})' }
    expect((await run(code, { tools: fails })).end).toMatchObject({ ended: 'raised', type: 'BubError', message })
    const failed = { fail: (): HostUseReply => ({ ok: true, failed: true, text: message }) }
    expect((await run(code, { tools: failed })).end).toMatchObject({ ended: 'raised', message })
  })

  test('a tool without a value gives its text; one that is not there is said to be missing', async () => {
    const told = { told: (): HostUseReply => ({ ok: true, text: 'in words' }) }
    const code = {
      python: 'print(await tools.told())\ntools.nope',
      javascript: 'print(await tools.told())\ntools.nope',
    }
    expect((await run(code, { tools: told })).end).toMatchObject({
      ended: 'raised',
      output: 'in words\n',
      message: expect.stringMatching(/^there is no tools\.nope; there are: .*told/),
    })
  })

  test('[B-43] what it raises is told with its own lines, and its output is kept', async () => {
    const { end } = await run({
      python: 'print("started")\ndef f():\n    1/0\nf()',
      javascript: 'print("started")\nfunction f() {\n  null.x\n}\nf()',
    })
    expect(end).toMatchObject({ ended: 'raised', output: 'started\n' })
    const { type, traceback } = end as Extract<typeof end, { ended: 'raised' }>
    expect(type).toBe(language === 'python' ? 'ZeroDivisionError' : 'TypeError')
    expect(traceback).not.toMatch(/slyglass|guest/)
    expect(traceback.match(/<run_code-\w{8}>/g)).toHaveLength(2)
  })

  test('[B-43] a text that is no code is raised too', async () => {
    const { end } = await run({ python: 'def f(:', javascript: 'function (' })
    expect(end).toMatchObject({ ended: 'raised', type: 'SyntaxError', output: '' })
    const atTop = { python: 'return 1', javascript: 'return 1' }
    expect((await run(atTop)).end).toMatchObject({ ended: 'raised', type: 'SyntaxError' })
  })

  test('[B-41] starts fresh: nothing survives to the next one', async () => {
    await run({ python: 'import builtins\nbuiltins.kept = 1', javascript: 'globalThis.kept = 1' })
    const { end } = await run({
      python: 'import builtins\nprint(hasattr(builtins, "kept"), __name__)',
      javascript: 'print(typeof kept, typeof tools)',
    })
    expect(end.output).toBe(language === 'python' ? 'False __run_code__\n' : 'undefined object\n')
  })

  test('[B-41] tells where it runs before its first line does', async () => {
    const order: string[] = []
    const { infos } = await run(
      { python: 'print("runs")', javascript: 'print("runs")' },
      { onStart: async ({ isolation: level }) => void order.push(level), onOutput: (text) => order.push(text) },
    )
    const level = language === 'javascript' ? 'quickjs' : isolation === 'host' ? 'host' : 'bwrap'
    expect(order).toEqual([level, 'runs\n'])
    expect(infos).toMatchObject([{ language, isolation: level, sha: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  })

  test('[B-40] a loop without end is stopped, and its output so far is kept', async () => {
    const stop = new AbortController()
    const { end } = await run(
      { python: 'print("started")\nwhile True: pass', javascript: 'print("started")\nfor (;;) {}' },
      { signal: stop.signal, onOutput: () => stop.abort() },
    )
    expect(end).toEqual({ ended: 'stopped', output: 'started\n', media: [] })
  })

  test('is not started when it is stopped before', async () => {
    const { end, infos } = await run({ python: 'print(1)', javascript: 'print(1)' }, { signal: AbortSignal.abort() })
    expect(end).toEqual({ ended: 'stopped', output: '', media: [] })
    expect(infos).toEqual([])
  })

  test('waits for timers', async () => {
    const { end } = await run({
      python: 'import asyncio\nawait asyncio.sleep(0.02)\nprint("later")',
      javascript: 'await new Promise((done) => setTimeout(done, 20))\nconsole.log("later")',
    })
    expect(end).toMatchObject({ ended: 'ok', output: 'later\n' })
  })

  test('calls that nobody awaits do not hold it up', async () => {
    const never = { never: () => new Promise<HostUseReply>(() => {}) }
    const { end } = await run(
      {
        python: 'import asyncio\nt = asyncio.create_task(tools.never())\nawait asyncio.sleep(0)\nprint("over")',
        javascript: 'tools.never({})\nprint("over")',
      },
      { tools: never },
    )
    expect(end).toMatchObject({ ended: 'ok', output: 'over\n' })
  })

  test('what it prints beyond the limit is left out, and that is said', async () => {
    const { end, told } = await run(
      {
        python: 'for i in range(1000): print("x" * 99)\n1/0',
        javascript: 'for (let i = 0; i < 1000; i++) print("x".repeat(99))\nnull.x',
      },
      { outputBytes: 1_000 },
    )
    const left = '[What was printed beyond 1,000 bytes is left out.]\n'
    expect(end).toMatchObject({ ended: 'raised', output: `${`${'x'.repeat(99)}\n`.repeat(10)}${left}` })
    expect(told).toBe(end.output)
  })

  test('that takes too much memory is ended for that', async () => {
    const code = {
      python: 'x = [0]\nwhile True: x = x + x',
      javascript: 'let x = [0]; for (;;) x = x.concat(x)',
    }
    expect((await run(code, { memoryMb: 64 })).end).toMatchObject({ ended: 'memory' })
  })

  test('sees no variable of the server, and none of the project', async () => {
    const { end } = await run({
      python: 'import os\nprint(dict(os.environ))',
      javascript: 'print(typeof process, typeof require, typeof fetch, Object.getOwnPropertyNames(globalThis))',
    })
    expect(end.ended).toBe('ok')
    expect(end.output).not.toMatch(/of-the-server|of-the-project|API_KEY|slyglassHost|slyglassGuest/)
  })

  test('a fault of the runtime is not hidden', async () => {
    const broken = { broken: () => Promise.reject(new Error('a defect')) }
    const code = { python: 'await tools.broken()', javascript: 'await tools.broken({})' }
    await expect(run(code, { tools: broken })).rejects.toThrow('a defect')
    const unable = { onStart: () => Promise.reject(new Error('not kept')) }
    await expect(run({ python: 'print(1)', javascript: 'print(1)' }, unable)).rejects.toThrow('not kept')
  })

  describe('media', () => {
    const attach = (kind: string, source: string, print = true) => ({
      python: `text = await tools.attach_${kind}(${kind}=${source})\n${print ? 'print(text)' : ''}`,
      javascript: `const text = await tools.attach_${kind}({ ${kind}: ${source} })\n${print ? 'print(text)' : ''}`,
    })

    test('[B-37] from a data URL, a path in the workspace, and a description are in the result', async () => {
      const image = { kind: 'image', mimeType: 'image/png', base64: PIXEL }
      const named = await run(attach('image', '"pixel.png"'))
      expect(named.end).toEqual({
        ended: 'ok',
        output: 'The image is attached to the run_code result.\n',
        media: [{ ...image, name: 'pixel.png' }],
      })
      const url = `"data:image/png;base64,${PIXEL}"`
      for (const source of [url, `{"image_url": {"url": ${url}}}`, `{"data": "${PIXEL}"}`])
        expect((await run(attach('image', source, false))).end).toEqual({ ended: 'ok', output: '', media: [image] })
      const sound = await run(attach('audio', '"data:audio/wav,RIFF"'))
      expect(sound.end.media).toMatchObject([{ kind: 'audio', mimeType: 'audio/wav' }])
    })

    test.each([
      ['image', '"missing.png"', 'missing.png is not there'],
      ['image', '"notes.xyz"', 'cannot guess the media type of notes.xyz'],
      ['audio', '"pixel.png"', 'pixel.png is image/png'],
      ['image', '"gs://bucket/a.png"', expect.stringContaining('gs:// addresses')],
      ['image', '"http://127.0.0.1:9/a.png"', expect.stringContaining('127.0.0.1 is an address of this machine')],
      ['image', '"http://169.254.169.254/latest"', expect.stringContaining('credentials')],
      ['image', '5', expect.stringContaining('is no image')],
    ])('[B-37] %s from %s is refused in words', async (kind, source, why) => {
      const { end } = await run(attach(kind, source))
      expect(end).toMatchObject({ ended: 'raised', type: 'BubError', media: [] })
      const { message } = end as Extract<typeof end, { ended: 'raised' }>
      const [, said] = message.split(`[invalid_input] Cannot load the ${kind}: `)
      expect(said).toEqual(why)
    })

    test('[B-37] from an address are loaded by the studio, where the project allows it and the network is on', async () => {
      const asked: string[] = []
      const server = createServer((request, answer) => {
        asked.push(request.url ?? '')
        if (request.url === '/pixel') answer.setHeader('content-type', 'image/png').end(Buffer.from(PIXEL, 'base64'))
        else answer.writeHead(404).end('no')
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port: at } = server.address() as AddressInfo
      const place = (network: 'on' | 'off') => {
        const environment = { sandbox: 'auto', network, workspace: '.', fetchAllow: [`127.0.0.1:${at}`] } as const
        return { sources: { ...sources, environment } }
      }
      const from = (path: string) => attach('image', `"http://127.0.0.1:${at}/${path}"`)
      try {
        const { end } = await run(from('pixel'), place('on'))
        expect(end.media).toMatchObject([
          { mimeType: 'image/png', base64: PIXEL, name: `http://127.0.0.1:${at}/pixel` },
        ])
        const missing = await run(from('missing'), place('on'))
        expect(missing.end).toMatchObject({ message: expect.stringContaining('answers with status 404') })
        const closed = await run(from('pixel'), place('off'))
        const why = isolation === 'host' ? 'needs bubblewrap' : 'the network is off'
        expect(closed.end).toMatchObject({ message: expect.stringContaining(why), media: [] })
        expect(asked).toEqual(['/pixel', '/missing'])
      } finally {
        server.close()
      }
    })

    test('[B-37] are not there when they are off', async () => {
      const { end } = await run(attach('image', '"pixel.png"'), { mediaTools: false })
      expect(end).toMatchObject({ ended: 'raised', message: expect.stringContaining('there is no tools.attach_image') })
    })
  })

  describe('models', () => {
    const value = (text: string): HostUseReply => ({ ok: true, text, value: text })
    const ANSWERS = {
      chat: value(
        '{"text":"hello","finish_reason":"stop","model":"m","token_usage":{"input_tokens":2,"output_tokens":1}}',
      ),
      embed: value('{"vectors":[[0.5,1.0]],"model":"e"}'),
      decide: value('{"answers":{"spam":{"type":"noul","noul":0.9}}}'),
    } as const

    test('[B-38] are asked through the studio: chat, embed, decide', async () => {
      const { end, questions } = await run(
        {
          python: `
r = await models.chat("hi", model="p:m", temperature=0.5)
print(r.text, r.finish_reason, r.token_usage.total_tokens)
print((await models.embed("a")).vector)
print((await models.decide({"mail": 1}, {"spam": {"type": "noul", "instructions": "?"}})).spam.noul)`,
          javascript: `
const r = await models.chat("hi", { model: "p:m", temperature: 0.5 })
print(r.text, r.finish_reason, r.token_usage.input_tokens + r.token_usage.output_tokens)
print((await models.embed("a")).vectors[0])
print((await models.decide({ mail: 1 }, { spam: { type: "noul", instructions: "?" } })).answers.spam.noul)`,
        },
        { onModel: async (question) => ANSWERS[question] },
      )
      expect(end).toMatchObject({
        ended: 'ok',
        output: expect.stringMatching(/^hello stop 3\n\[0\.5, ?1(\.0)?\]\n0\.9\n$/),
      })
      expect(questions.map(([question, request]) => [question, JSON.parse(request)])).toEqual([
        ['chat', { model: 'p:m', messages: [{ role: 'user', content: 'hi' }], temperature: 0.5 }],
        ['embed', { input: ['a'] }],
        ['decide', { state: { mail: 1 }, questions: { spam: { type: 'noul', instructions: '?' } } }],
      ])
    })

    test('[B-38] that fail raise in words; tools are refused before anything is asked', async () => {
      const failed = await run({ python: 'await models.chat("hi")', javascript: 'await models.chat("hi")' })
      expect(failed.end).toMatchObject({ ended: 'raised', message: 'republic.chat failed: config: no model is set' })
      const tools = await run({
        python: 'await models.chat("hi", tools=[1])',
        javascript: 'await models.chat("hi", { tools: [1] })',
      })
      expect(tools.end).toMatchObject({ message: 'republic models in run_code do not support tools.' })
      expect(tools.questions).toEqual([])
    })
  })
})

describe('code in JavaScript alone', { timeout: TIMEOUT }, () => {
  test('that waits for what never comes is told so, and not only when its time is over', async () => {
    const port = createCodePort({ assets: await devAssets() })
    const { end } = await runCell(port, 'javascript', 'print("a")\nawait new Promise(() => {})', { sources })
    expect(end).toMatchObject({ ended: 'raised', output: 'a\n', message: expect.stringContaining('never comes') })
    await port.dispose()
  })
})

describe('code in Python alone', { timeout: TIMEOUT }, () => {
  let port: CodeCells
  beforeAll(async () => {
    port = createCodePort({ assets: await devAssets() })
  }, TIMEOUT)
  afterAll(() => port.dispose())
  const run = (code: string, options: CellOptions = {}) => runCell(port, 'python', code, { sources, ...options })

  test('[B-34] keeps 3.0 and 3 apart, and writes what JSON has no form for', async () => {
    const { end, uses } = await run(
      `
import datetime, decimal
x = await tools.echo(f=3.0, i=3, t=(1, "a"), d=datetime.date(2026, 1, 2), s={7}, b=b"bytes", n=decimal.Decimal("1.50"))
print(x)
await tools.echo(o=object())`,
      { tools: { echo: gives('[3.0, 3, 1e400]') } },
    )
    expect(uses.map(([, args]) => args)).toEqual([
      '{"f": 3.0, "i": 3, "t": [1, "a"], "d": "2026-01-02", "s": [7], "b": "bytes", "n": "1.50"}',
    ])
    const why = 'an argument of tools.echo() cannot be written as JSON: a value of type object has no JSON form'
    expect(end).toMatchObject({ ended: 'raised', type: 'TypeError', message: why, output: '[3.0, 3, inf]\n' })
  })

  test('[B-43] a polite exit is raised with its code; a hard one tells code and standard error', async () => {
    expect((await run('print("a")\nraise SystemExit(0)')).end).toMatchObject({
      ...{ ended: 'raised', type: 'SystemExit', message: '0', output: 'a\n' },
    })
    const { end } = await run('import os, sys\nprint("a")\nprint("why", file=sys.stderr)\nos._exit(3)')
    expect(end).toEqual({ ended: 'exited', code: 3, stderr: 'why', output: 'a\n', media: [] })
  })

  test('[B-43] the traceback is exactly its own', async () => {
    const { end } = await run('print("started")\n1/0')
    const { traceback } = end as Extract<typeof end, { ended: 'raised' }>
    // Where the marks below the line begin differs between versions of Python.
    expect(traceback.replace(/-\w{8}>/, '-*>').replace(/^ +~/m, '     ~')).toBe(
      'Traceback (most recent call last):\n  File "<run_code-*>", line 2, in <module>\n    1/0\n     ~^~\nZeroDivisionError: division by zero\n',
    )
  })

  test('output of programs counts, in whole, and their errors do not', async () => {
    const { end } = await run(
      'import subprocess\nprint("p1")\nsubprocess.run("echo child; echo no >&2", shell=True)\nprint("p")',
    )
    expect(end).toMatchObject({ ended: 'ok', output: 'p1\nchild\np\n' })
  })

  test('begins in the workspace of the network, and imports what lies there', async () => {
    const project = writeProject({ 'data/helper.py': 'name = "of the workspace"' })
    const environment = { sandbox: 'auto', network: 'on', workspace: 'data' } as const
    const { end } = await run('import os, helper\nprint(os.path.basename(os.getcwd()), helper.name)', {
      sources: { ...projectSources(project), environment },
    })
    expect(end).toMatchObject({ ended: 'ok', output: 'data of the workspace\n' })
  })

  test('calls tools from other threads and loops, and runs functions in processes', async () => {
    const { end } = await run(
      `
import asyncio
from concurrent.futures import ProcessPoolExecutor
def square(n): return n * n
async def ask(): return await tools.one()
print(await asyncio.to_thread(lambda: asyncio.run(ask())))
with ProcessPoolExecutor(2) as pool: print(list(pool.map(square, [2, 3])))`,
      { tools: { one: gives('1') } },
    )
    expect(end).toMatchObject({ ended: 'ok', output: '1\n[4, 9]\n' })
  })

  test('[B-38] has republic as a module: chat, stream, embeddings, decisions', async () => {
    const answers = {
      chat: '{"text":"hello","message":{"role":"assistant","content":"hello"}}',
      embed: '{"vectors":[[1.0],[2.0]]}',
      decide: '{"answers":{"kind":{"type":"choice","choice":"a","confidence":0.75}}}',
    }
    const { end, questions } = await run(
      `
import republic
from republic import Noul, Choice, Score
model = republic.get_model("p:m")
print((await model.chat("hi")).message["role"])
async with model.stream([{"role": "user", "content": "hi"}]) as stream:
    async for event in stream: print(type(event).__name__)
    print(stream.text)
print((await republic.get_embedding_model("p:e").embed_many(["a", "b"], dimensions=1)).vectors)
r = await republic.get_decision_model().decide("state", {"kind": Choice("which", ["a", "b"]), "yes": Noul("is it"), "level": Score("how", ["low", "high"])})
print(r.kind.choice, r["kind"].confidence)`,
      { onModel: async (question) => ({ ok: true, text: '', value: answers[question] }) },
    )
    expect(end).toMatchObject({
      ended: 'ok',
      output: 'assistant\nTextDelta\nCompleted\nhello\n[[1.0], [2.0]]\na 0.75\n',
    })
    expect(JSON.parse(questions.at(-1)?.[1] ?? '')).toEqual({
      state: 'state',
      questions: {
        kind: { type: 'choice', instructions: 'which', criteria: ['a', 'b'] },
        yes: { type: 'noul', instructions: 'is it' },
        level: { type: 'score', instructions: 'how', criteria: ['low', 'high'] },
      },
    })
  })

  test('[B-37] attaches bytes and what libraries draw', async () => {
    const { end } = await run(`
import base64
pixel = base64.b64decode("${PIXEL}")
class Drawing:
    def savefig(self, buffer, format): buffer.write(pixel)
class Shown:
    def _repr_png_(self): return pixel
for image in (pixel, Drawing(), Shown(), {"data": pixel, "mime_type": "image/png"}): await tools.attach_image(image=image)`)
    expect(end.media.map(({ mimeType, base64 }) => [mimeType, base64])).toEqual(Array(4).fill(['image/png', PIXEL]))
  })

  test('half characters that it raises or sends are whole when they leave it', async () => {
    const { end, uses } = await run('await tools.echo(x="\\ud83d")\nraise ValueError("\\ud83d")', {
      tools: { echo: gives('1') },
    })
    expect(end).toMatchObject({ ended: 'raised', message: '\ufffd' })
    expect(uses).toEqual([['echo', '{"x": "\ufffd"}']])
  })
})

describe('languages', () => {
  test('[B-33] Python first where it is found and may run, else JavaScript alone', async () => {
    const port = createCodePort({ assets: await devAssets(), isolation: 'host' })
    const lost = createCodePort({ assets: await devAssets(), isolation: 'host', python: () => '/nowhere/python' })
    const asks = (sandbox: 'quickjs' | 'bwrap') => ({
      environment: { sandbox, network: 'on', workspace: '.' } as const,
    })
    expect(await port.languages(sources)).toEqual(['python', 'javascript'])
    expect(await lost.languages(sources)).toEqual(['javascript'])
    expect(await port.languages({ ...sources, ...asks('quickjs') })).toEqual(['javascript'])
    expect(await port.languages({ ...sources, ...asks('bwrap') })).toEqual(['javascript'])
    const { end, infos } = await runCell(lost, 'python', 'print(1)', { sources })
    expect(end).toMatchObject({ ended: 'refused', message: expect.stringContaining('/nowhere/python') })
    expect(infos).toEqual([])
    const environment = { sandbox: 'auto', network: 'on', workspace: 'missing' } as const
    const nowhere = await runCell(port, 'python', 'print(1)', { sources: { ...sources, environment } })
    expect(nowhere.end).toMatchObject({ ended: 'refused', message: expect.stringContaining('workspace missing') })
  })
})
