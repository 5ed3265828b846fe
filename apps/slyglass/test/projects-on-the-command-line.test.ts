// The commands that run a project, as people run them: the built program, real tools, the offline model.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listen } from './support/child-process.ts'
import { commandLines } from './support/command-lines.ts'
import { putFiles } from './support/folders.ts'
import { listenAnywhere } from './support/loopback.ts'
import { until } from './support/until.ts'

const lines = commandLines()
const run = lines.runHere

describe('slyglass init', () => {
  test('[N-59] makes config, registries and coded_tools, and refuses to overwrite', async () => {
    const before = readFileSync(join(lines.project, 'registries/greeter.hocon'), 'utf8')
    writeFileSync(join(lines.project, 'registries/greeter.hocon'), `${before}# mine\n`)
    const again = await run(['init', 'mine'], { cwd: lines.home })
    expect(again).toMatchObject({ out: '', code: 1 })
    expect(again.err).toContain('config/llm_config.hocon')
    expect(readFileSync(join(lines.project, 'registries/greeter.hocon'), 'utf8')).toBe(`${before}# mine\n`)
    expect(await run(['check', '.'])).toMatchObject({ out: '', code: 0 })
  })

  test.each(['Please greet Ada.', 'Hello, I am Ada', 'My name is Ada.'])(
    'its network knows who says “%s”',
    async (message) => {
      expect(await run(['chat', 'greeter', '--message', message])).toMatchObject({ out: 'Welcome, Ada!\n', code: 0 })
    },
  )
})

describe('slyglass chat', () => {
  test('answers one message, with its tools, without a key', async () => {
    expect(lines.run(['chat', 'greeter', '--message', 'Please greet Ada.'])).toMatchObject({
      out: 'Welcome, Ada!\n',
      code: 0,
    })
  })

  test('reads messages line by line and keeps private values between them', async () => {
    const said = lines.run(['chat', 'greeter'], {
      input: 'Please greet Ada.\nPlease greet Grace.\nquit\nPlease greet Joan.\n',
    })
    expect(said).toMatchObject({ out: 'Welcome, Ada!\nWelcome, Grace!\n', code: 0 })
  })

  test('[U-85] asks before a call that needs consent, and refuses it where nobody can answer', async () => {
    const rules = [
      { tool_results: 0, answer: { tool_calls: [{ name: 'remove', arguments: { path: 'old.txt' } }] } },
      { answer: { content: '{{tool}}' } },
    ]
    const manifest = readFileSync(join(lines.project, 'registries/manifest.hocon'), 'utf8')
    putFiles(lines.project, {
      'registries/manifest.hocon': '{ "tidy.hocon" = true }',
      'registries/tidy.hocon': `{ tools = [
        { name = desk, instructions = "Tidy.", tools = [remove], function { description = "Tidies up for you." } }
        { name = remove, class = "tidy.Remove", studio.requires_approval = true, function { description = "Removes a file."
          parameters { type = object, required = [path], properties { path { type = string } } } } } ] }`,
      'registries/tidy.offline.json': JSON.stringify({ rules }),
      'coded_tools/tidy.ts':
        'export class Remove { async asyncInvoke(args: { path: string }) { return "removed " + args.path } }',
    })
    const asked = lines.run(['chat', 'tidy'], { input: 'go\ny\ngo\n{"path": "copy.txt"}\ngo\nn\n' })
    const refused = 'Tool call was rejected by approval handler.\n'
    expect(asked).toMatchObject({ out: `removed old.txt\nremoved copy.txt\n${refused}`, code: 0 })
    expect(asked.err).toContain('remove wants to run with {"path":"old.txt"}')
    expect(await run(['chat', 'tidy', '--message', 'go'])).toMatchObject({ out: refused, code: 0 })
    for (const file of ['registries/tidy.hocon', 'registries/tidy.offline.json', 'coded_tools/tidy.ts'])
      rmSync(join(lines.project, file))
    putFiles(lines.project, { 'registries/manifest.hocon': manifest })
  })

  test('prints the stream as JSON and sends private values from a file', async () => {
    putFiles(lines.home, { 'values.json': '{"guests": 41}' })
    const said = await run(['chat', 'greeter', '--message', 'greet Ada', '--json', '--sly-data', '@../values.json'])
    const messages = said.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(messages.at(-1)).toMatchObject({ type: 'AGENT_FRAMEWORK', text: 'Welcome, Ada!', sly_data: { guests: 42 } })
  })

  test('used wrongly it says what there is', async () => {
    expect(await run(['chat', 'nobody', '--message', 'x'])).toMatchObject({ out: '', code: 2 })
    expect((await run(['chat', 'nobody', '--message', 'x'])).err).toContain('greeter')
    expect(await run(['chat', 'greeter', '--sly-data', '[1]'])).toMatchObject({ out: '', code: 2 })
    expect(await run(['chat', 'greeter', '--sly-data', '@gone'])).toMatchObject({ out: '', code: 2 })
  })
})

describe('slyglass test', () => {
  test('[N-94] runs the tests of a project offline, and reports', async () => {
    const report = join(lines.home, 'report.xml')
    const said = lines.run(['test', '--junit', report])
    expect(said).toMatchObject({ out: 'passed tests/greeter.hocon\n1 passed, 0 failed\n', code: 0 })
    expect(readFileSync(report, 'utf8')).toContain('failures="0"')
  })

  test('without files it takes those of the project that --root names', async () => {
    const said = await run(['test', '--root', lines.project], { cwd: lines.home })
    expect([said.err, said.out.trimEnd().split('\n').at(-1), said.code]).toEqual(['', '1 passed, 0 failed', 0])
  })

  test('says what failed, and that gist needs a real model', async () => {
    const text = (response: string) =>
      `agent = greeter, interactions = [ { text = "greet Ada", response { ${response} } } ]`
    putFiles(lines.home, {
      'fails.hocon': text('text { keywords = "Bob" }'),
      'gist.hocon': text('text { gist = "Is polite." }'),
    })
    const failed = await run(['test', join(lines.home, 'fails.hocon')])
    expect(failed.out).toMatch(/^FAILED .+\n {2}text: .+keywords.+\n0 passed, 1 failed\n$/)
    expect(failed.code).toBe(1)
    expect((await run(['test', join(lines.home, 'gist.hocon')])).out).toContain('needs a real model')
    const results = JSON.parse((await run(['test', join(lines.home, 'fails.hocon'), '--json'])).out)
    expect(results).toMatchObject([{ passed: false }])
    expect(await run(['test', 'gone.hocon'])).toMatchObject({ out: '', code: 2 })
  })

  test('[N-94] a test that compares nothing does not read as one that holds an answer to something', async () => {
    const report = join(lines.home, 'slips.xml')
    putFiles(lines.home, {
      'slip.hocon': 'agent = greeter, interactions = [ { text = "greet Ada", response { text { keyword = "Bob" } } } ]',
    })
    const said = await run(['test', join(lines.home, 'slip.hocon'), '--junit', report])
    expect(said.out).toMatch(
      /^passed .*slip\.hocon, which compares nothing\n1 passed \(1 of them compares nothing\), 0 failed\n$/,
    )
    expect(said.err).toMatch(
      /slip\.hocon: line 1, column 75: nothing reads the key keyword here; did you mean keywords\?/,
    )
    expect(said.err).toContain('nothing is compared, so every answer passes.')
    expect(said.code).toBe(0)
    expect(readFileSync(report, 'utf8')).toContain('did you mean keywords?')
    const [result] = JSON.parse((await run(['test', join(lines.home, 'slip.hocon'), '--json'])).out)
    expect(result).toMatchObject({
      passed: true,
      comparesNothing: true,
      notes: [expect.stringContaining('keyword'), expect.anything()],
    })
  })
})

describe('slyglass import', () => {
  test('[N-62] brings in a group with its tools, and does not overwrite unasked', async () => {
    const first = await run(['import', 'basic'])
    expect(first.code).toBe(0)
    expect(first.out).toContain('coded_tools/basic/accountant.py')
    expect(await run(['check', '.'])).toMatchObject({ out: '', code: 0 })
    expect((await run(['chat', 'basic/music_nerd_pro', '--message', 'Yellow Submarine?'])).out).toContain('Beatles')
    const tool = join(lines.project, 'coded_tools/basic/accountant.py')
    writeFileSync(tool, '# mine\n')
    expect(await run(['import', 'basic'])).toMatchObject({ out: '', code: 1 })
    expect(readFileSync(tool, 'utf8')).toBe('# mine\n')
    expect((await run(['import', 'basic', '--yes'])).code).toBe(0)
    expect(readFileSync(tool, 'utf8')).toContain('class Accountant')
  })

  test('[N-62] a file that two samples share is no reason to ask; the same sample once more, or a file with other text, is', async () => {
    const cwd = join(lines.home, 'shelf')
    mkdirSync(cwd)
    expect((await run(['import', 'music_nerd_pro'], { cwd })).code).toBe(0)
    expect(await run(['import', 'gift_desk'], { cwd })).toMatchObject({ code: 0, err: '' })
    const again = await run(['import', 'gift_desk'], { cwd })
    expect(again).toMatchObject({ out: '', code: 1 })
    expect(again.err).toContain('registries/basic/gift_desk.hocon')
    writeFileSync(join(cwd, 'registries/llm_config.hocon'), '# mine\n')
    const weather = await run(['import', 'weather'], { cwd })
    expect(weather).toMatchObject({ out: '', code: 1 })
    expect(weather.err).toBe(
      'These files are there already:\n  registries/llm_config.hocon\nNothing was changed. One file is there already; --yes overwrites.\n',
    )
  })

  test('[N-62] a network of the gallery brings the sample that it belongs to, and a slip is answered with a name', async () => {
    const cwd = join(lines.home, 'orders')
    mkdirSync(cwd)
    const brought = await run(['import', 'code_orders_js'], { cwd })
    expect(brought.code).toBe(0)
    expect(brought.out).toContain('registries/code_orders_js.hocon')
    expect(brought.out).toContain('registries/code_orders.hocon')
    expect(brought.out).toMatch(/\ncode_orders_js is in .*orders\. Try: .* chat code_orders_js\n$/)
    expect(await run(['import', 'calculatr'], { cwd })).toMatchObject({
      err: 'There is no sample calculatr. Did you mean calculator?\n',
      code: 2,
    })
  })

  test('a link of the project leads no copy out of it, and nothing is changed', async () => {
    const [linked, elsewhere] = [join(lines.home, 'linked'), join(lines.home, 'elsewhere')]
    for (const folder of [join(linked, 'registries'), elsewhere]) mkdirSync(folder, { recursive: true })
    symlinkSync(elsewhere, join(linked, 'coded_tools'))
    const said = await run(['import', 'basic', '--yes'], { cwd: linked })
    expect(said).toMatchObject({ out: '', code: 1 })
    expect(said.err).toContain('does not lie in the project')
    expect([readdirSync(elsewhere), readdirSync(linked)]).toEqual([[], ['coded_tools', 'registries']])
    expect(readdirSync(join(linked, 'registries'))).toEqual([])
  })

  test('an unknown name lists what there is', async () => {
    expect((await run(['import', 'nothing'])).err).toContain('basic/gift_desk')
    expect((await run(['import', 'nothing'])).code).toBe(2)
  })
})

describe('slyglass serve', () => {
  test('[N-60] says where it answers, and ends cleanly', async () => {
    const { child, said } = start(['serve', '--port', '0'])
    await until(() => said().includes('The service is ready: '))
    const url = /http:\S+/.exec(said())?.[0] ?? ''
    const { agents } = (await (await fetch(`${url}/api/v1/list`)).json()) as { agents: { agent_name: string }[] }
    expect(agents.map((one) => one.agent_name)).toContain('greeter')
    child.kill('SIGTERM')
    expect(await new Promise((done) => child.once('exit', done))).toBe(0)
  })

  test('[N-60] a port that is taken is one line and exit code 2', async () => {
    const other = createServer()
    const port = await listenAnywhere(other)
    const said = lines.run(['serve', '--port', String(port)])
    expect(said).toMatchObject({ out: '', code: 2 })
    expect(said.err.trimEnd().split('\n')).toHaveLength(1)
    other.close()
  })

  test('[N-60] without a wish it takes 8080, or where that is busy another one, and says so', async () => {
    const other = createServer((_request, response) => response.end('other'))
    // Whoever holds it already serves this test as well.
    await new Promise<void>((resolve) => {
      other.once('error', () => resolve())
      other.listen(8080, '127.0.0.1', resolve)
    })
    const { child, said } = start(['serve'])
    await until(() => said().includes('The service is ready: '))
    expect(said()).toContain('Port 8080 is busy.')
    const port = Number(/127\.0\.0\.1:(\d+)/.exec(said())?.[1])
    expect(port).toBeGreaterThan(8080)
    expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await new Promise((done) => child.once('exit', done))).toBe(0)
    other.close()
  })

  test('[N-60] beside the studio it has a port of its own, for a trusted folder', async () => {
    const { child, said } = start(['open', '.', '--no-open', '--port', '0', '--serve', '0'])
    await until(() => said().includes('It serves'))
    const [studio, service] = [...said().matchAll(/http:\/\/127\.0\.0\.1:(\d+)/g)].map((match) => match[1])
    expect(studio).not.toBe(service)
    expect((await fetch(`http://127.0.0.1:${service}/readyz`)).status).toBe(200)
    // Nobody trusted this folder in this data folder yet.
    expect(await (await fetch(`http://127.0.0.1:${service}/api/v1/list`)).json()).toEqual({ agents: [] })
    child.kill('SIGTERM')
    await new Promise((done) => child.once('exit', done))
    expect(lines.run(['open', '--serve', '--no-open'])).toMatchObject({ code: 2 })
  })

  function start(args: readonly string[]) {
    const child = spawn(process.execPath, [lines.main, ...args], {
      cwd: lines.project,
      env: lines.env(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = listen(child)
    return { child, said: () => said.text }
  }
})

const PAGES = 'Answers allow no page to read them unless its origin is listed; the original allows any page.'
const PAGE = { at: 'client/list/headers/access-control-allow-origin', recorded: '*', own: 'http://example.test' }
const EVENING = 'recorded "Good evening", here "Good morning"'

describe('slyglass verify', () => {
  test('[N-87] plays a folder of recordings and ends with the count', async () => {
    const said = await run(['verify', join(import.meta.dirname, '../../../fixtures/recordings/single-agent')])
    expect(said.out.trimEnd().split('\n').at(-1)).toBe('1 passed, 0 failed')
    expect(said.code).toBe(0)
    expect((await run(['verify', 'gone'])).code).toBe(2)
  })

  test('--json lists each recording like a test, each difference is a fault of it, or excused with its reason', async () => {
    const recordings = join(import.meta.dirname, '../../../fixtures/recordings')
    const copied = join(lines.home, 'recordings')
    for (const kit of ['normalise.mjs', 'scripted-model.mjs']) cpSync(join(recordings, kit), join(copied, kit))
    for (const name of ['changed', 'same'])
      cpSync(join(recordings, 'single-agent'), join(copied, name), { recursive: true })
    cpSync(join(recordings, 'service', 'cors'), join(copied, 'pages'), { recursive: true })
    const requests = join(copied, 'changed', 'model-requests.jsonl')
    writeFileSync(requests, readFileSync(requests, 'utf8').replaceAll('Good morning', 'Good evening'))
    const said = await run(['verify', copied, '--json'])
    const result = { milliseconds: expect.any(Number) }
    expect(JSON.parse(said.out)).toEqual([
      { ...result, name: 'changed', passed: false, faults: expect.arrayContaining([expect.stringContaining(EVENING)]) },
      {
        ...{ ...result, name: 'pages', passed: true, faults: [], onPurpose: [PAGES] },
        excused: [{ reason: PAGES, differences: expect.arrayContaining([PAGE]) }],
      },
      { ...result, name: 'same', passed: true, faults: [] },
    ])
    expect(said.code).toBe(1)
  })
})
