// The commands that run a project, as people run them: the built program, real tools, the offline model.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type BuiltProgram, buildProgram } from './support/built-program.ts'
import { newFolder, putFiles, removeFolder, SAMPLES } from './support/folders.ts'
import { listenAnywhere } from './support/loopback.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let program: BuiltProgram
let home = ''
let project = ''

beforeAll(() => {
  program = buildProgram('projects')
  home = newFolder()
  project = join(home, 'mine')
  expect(run(['init', 'mine'], { cwd: home })).toMatchObject({ code: 0 })
})
afterAll(() => {
  program?.remove()
  removeFolder(home)
})

const env = () => ({ PATH: process.env.PATH, HOME: process.env.HOME, SLYGLASS_HOME: join(home, 'data') })

function run(args: readonly string[], given: { cwd?: string; input?: string } = {}) {
  const { cwd = project, input = '' } = given
  const options = { cwd, env: env(), input, encoding: 'utf8', timeout: 60_000 } as const
  const { stdout, stderr, status } = spawnSync(process.execPath, [program.main, ...args], options)
  return { out: stdout, err: stderr, code: status }
}

describe('slyglass init', () => {
  test('[N-59] makes config, registries and coded_tools, and refuses to overwrite', () => {
    const before = readFileSync(join(project, 'registries/greeter.hocon'), 'utf8')
    writeFileSync(join(project, 'registries/greeter.hocon'), `${before}# mine\n`)
    const again = run(['init', 'mine'], { cwd: home })
    expect(again).toMatchObject({ out: '', code: 1 })
    expect(again.err).toContain('config/llm_config.hocon')
    expect(readFileSync(join(project, 'registries/greeter.hocon'), 'utf8')).toBe(`${before}# mine\n`)
    expect(run(['check', '.'])).toMatchObject({ out: '', code: 0 })
  })
})

describe('slyglass chat', () => {
  test('answers one message, with its tools, without a key', () => {
    expect(run(['chat', 'greeter', '--message', 'Please greet Ada.'])).toMatchObject({
      out: 'Welcome, Ada!\n',
      code: 0,
    })
  })

  test('reads messages line by line and keeps private values between them', () => {
    const said = run(['chat', 'greeter'], {
      input: 'Please greet Ada.\nPlease greet Grace.\nquit\nPlease greet Joan.\n',
    })
    expect(said).toMatchObject({ out: 'Welcome, Ada!\nWelcome, Grace!\n', code: 0 })
  })

  test('[U-85] asks before a call that needs consent, and refuses it where nobody can answer', () => {
    const rules = [
      { tool_results: 0, answer: { tool_calls: [{ name: 'remove', arguments: { path: 'old.txt' } }] } },
      { answer: { content: '{{tool}}' } },
    ]
    const manifest = readFileSync(join(project, 'registries/manifest.hocon'), 'utf8')
    putFiles(project, {
      'registries/manifest.hocon': '{ "tidy.hocon" = true }',
      'registries/tidy.hocon': `{ tools = [
        { name = desk, instructions = "Tidy.", tools = [remove], function { description = "Tidies up for you." } }
        { name = remove, class = "tidy.Remove", studio.requires_approval = true, function { description = "Removes a file."
          parameters { type = object, required = [path], properties { path { type = string } } } } } ] }`,
      'registries/tidy.offline.json': JSON.stringify({ rules }),
      'coded_tools/tidy.ts':
        'export class Remove { async asyncInvoke(args: { path: string }) { return "removed " + args.path } }',
    })
    const asked = run(['chat', 'tidy'], { input: 'go\ny\ngo\n{"path": "copy.txt"}\ngo\nn\n' })
    const refused = 'Tool call was rejected by approval handler.\n'
    expect(asked).toMatchObject({ out: `removed old.txt\nremoved copy.txt\n${refused}`, code: 0 })
    expect(asked.err).toContain('remove wants to run with {"path":"old.txt"}')
    expect(run(['chat', 'tidy', '--message', 'go'])).toMatchObject({ out: refused, code: 0 })
    for (const file of ['registries/tidy.hocon', 'registries/tidy.offline.json', 'coded_tools/tidy.ts'])
      rmSync(join(project, file))
    putFiles(project, { 'registries/manifest.hocon': manifest })
  })

  test('prints the stream as JSON and sends private values from a file', () => {
    putFiles(home, { 'values.json': '{"guests": 41}' })
    const said = run(['chat', 'greeter', '--message', 'greet Ada', '--json', '--sly-data', '@../values.json'])
    const lines = said.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.at(-1)).toMatchObject({ type: 'AGENT_FRAMEWORK', text: 'Welcome, Ada!', sly_data: { guests: 42 } })
  })

  test('used wrongly it says what there is', () => {
    expect(run(['chat', 'nobody', '--message', 'x'])).toMatchObject({ out: '', code: 2 })
    expect(run(['chat', 'nobody', '--message', 'x']).err).toContain('greeter')
    expect(run(['chat', 'greeter', '--sly-data', '[1]'])).toMatchObject({ out: '', code: 2 })
    expect(run(['chat', 'greeter', '--sly-data', '@gone'])).toMatchObject({ out: '', code: 2 })
  })
})

describe('slyglass test', () => {
  test('[N-94] runs the tests of a project offline, and reports', () => {
    const report = join(home, 'report.xml')
    const said = run(['test', '--junit', report])
    expect(said).toMatchObject({ out: 'passed tests/greeter.hocon\n1 passed, 0 failed\n', code: 0 })
    expect(readFileSync(report, 'utf8')).toContain('failures="0"')
  })

  test('without files it takes those of the project that --root names', () => {
    const said = run(['test', '--root', project], { cwd: home })
    expect([said.err, said.out.trimEnd().split('\n').at(-1), said.code]).toEqual(['', '1 passed, 0 failed', 0])
  })

  test('[N-94] the tests of the shipped samples pass offline', () => {
    const said = run(['test'], { cwd: join(SAMPLES, 'studio') })
    expect(said.out.trimEnd().split('\n').at(-1)).toMatch(/^\d+ passed, 0 failed$/)
    for (const test of ['gift_desk', 'music_nerd_pro', 'music_nerd_pro_sly', 'music_nerd_pro_ts', 'weather'])
      expect(said.out).toContain(`passed tests/basic/${test}.hocon\n`)
    expect(said.code).toBe(0)
  })

  test('says what failed, and that gist needs a real model', () => {
    const text = (response: string) =>
      `agent = greeter, interactions = [ { text = "greet Ada", response { ${response} } } ]`
    putFiles(home, {
      'fails.hocon': text('text { keywords = "Bob" }'),
      'gist.hocon': text('text { gist = "Is polite." }'),
    })
    const failed = run(['test', join(home, 'fails.hocon')])
    expect(failed.out).toMatch(/^FAILED .+\n {2}text: .+keywords.+\n0 passed, 1 failed\n$/)
    expect(failed.code).toBe(1)
    expect(run(['test', join(home, 'gist.hocon')]).out).toContain('needs a real model')
    const results = JSON.parse(run(['test', join(home, 'fails.hocon'), '--json']).out)
    expect(results).toMatchObject([{ passed: false }])
    expect(run(['test', 'gone.hocon'])).toMatchObject({ out: '', code: 2 })
  })
})

describe('slyglass import', () => {
  test('[N-62] brings in a group with its tools, and does not overwrite unasked', () => {
    const first = run(['import', 'basic'])
    expect(first.code).toBe(0)
    expect(first.out).toContain('coded_tools/basic/accountant.py')
    expect(run(['check', '.'])).toMatchObject({ out: '', code: 0 })
    expect(run(['chat', 'basic/music_nerd_pro', '--message', 'Yellow Submarine?']).out).toContain('Beatles')
    const tool = join(project, 'coded_tools/basic/accountant.py')
    writeFileSync(tool, '# mine\n')
    expect(run(['import', 'basic'])).toMatchObject({ out: '', code: 1 })
    expect(readFileSync(tool, 'utf8')).toBe('# mine\n')
    expect(run(['import', 'basic', '--yes']).code).toBe(0)
    expect(readFileSync(tool, 'utf8')).toContain('class Accountant')
  })

  test('a link of the project leads no copy out of it, and nothing is changed', () => {
    const [linked, elsewhere] = [join(home, 'linked'), join(home, 'elsewhere')]
    for (const folder of [linked, elsewhere]) mkdirSync(folder)
    symlinkSync(elsewhere, join(linked, 'coded_tools'))
    const said = run(['import', 'basic', '--yes'], { cwd: linked })
    expect(said).toMatchObject({ out: '', code: 1 })
    expect(said.err).toContain('does not lie in the project')
    expect([readdirSync(elsewhere), readdirSync(linked)]).toEqual([[], ['coded_tools']])
    expect(run(['import', 'basic', 'brand/new'], { cwd: home }).code).toBe(0)
  })

  test('an unknown name lists what there is', () => {
    expect(run(['import', 'nothing']).err).toContain('basic/gift_desk')
    expect(run(['import', 'nothing']).code).toBe(2)
  })
})

describe('slyglass serve', () => {
  test('[N-60] says where it answers, and ends cleanly', async () => {
    const { child, said } = start(['serve', '--port', '0'])
    await vi.waitFor(() => expect(said()).toContain('The service is ready: '), 20_000)
    const url = /http:\S+/.exec(said())?.[0] ?? ''
    const { agents } = (await (await fetch(`${url}/api/v1/list`)).json()) as { agents: { agent_name: string }[] }
    expect(agents.map((one) => one.agent_name)).toContain('greeter')
    child.kill('SIGTERM')
    expect(await new Promise((done) => child.once('exit', done))).toBe(0)
  })

  test('[N-60] a port that is taken is one line and exit code 2', async () => {
    const other = createServer()
    const port = await listenAnywhere(other)
    const said = run(['serve', '--port', String(port)])
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
    await vi.waitFor(() => expect(said()).toContain('The service is ready: '), 20_000)
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
    await vi.waitFor(() => expect(said()).toContain('It serves'), 20_000)
    const [studio, service] = [...said().matchAll(/http:\/\/127\.0\.0\.1:(\d+)/g)].map((match) => match[1])
    expect(studio).not.toBe(service)
    expect((await fetch(`http://127.0.0.1:${service}/readyz`)).status).toBe(200)
    // Nobody trusted this folder in this data folder yet.
    expect(await (await fetch(`http://127.0.0.1:${service}/api/v1/list`)).json()).toEqual({ agents: [] })
    child.kill('SIGTERM')
    await new Promise((done) => child.once('exit', done))
    expect(run(['open', '--serve', '--no-open'])).toMatchObject({ code: 2 })
  })

  function start(args: readonly string[]) {
    let text = ''
    const child = spawn(process.execPath, [program.main, ...args], {
      cwd: project,
      env: env(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        text += part.toString()
      })
    return { child, said: () => text }
  }
})

describe('slyglass verify', () => {
  test('[N-87] plays a folder of recordings and ends with the count', () => {
    const said = run(['verify', join(import.meta.dirname, '../../../fixtures/recordings/single-agent')])
    expect(said.out.trimEnd().split('\n').at(-1)).toBe('1 passed, 0 failed')
    expect(said.code).toBe(0)
    expect(run(['verify', 'gone']).code).toBe(2)
  })
})
