import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { positionAt } from '@slyglass/base'
import { readNetwork } from '@slyglass/network'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CommandFolder, createCommandFolder } from './testing/run-command.ts'

let folder: CommandFolder
beforeEach(() => {
  folder = createCommandFolder()
})
afterEach(() => folder.remove())

const desk = (tool: string, more = '') => `tools = [
  { name = desk, instructions = "Use the tool.", tools = ["${tool}"],
    function.description = "Talks with people about what they want to know." }
  { name = worker, class = "work.Work", function.description = "Works on what the desk asks for." }
]
${more}`
const WORK = 'class Work: pass\n'
const PROJECT = {
  'registries/manifest.hocon': '"desk.hocon" = true\n"area/two.hocon" = true\n',
  'registries/desk.hocon': desk('worker'),
  'registries/area/two.hocon': desk('worker'),
  'coded_tools/work.py': WORK,
}

const NOT_TRIED =
  'Whether the tools of . load was not tried: the folder is not trusted. slyglass check --load tries it; it runs what stands in their files, with your rights.'

describe('checking', () => {
  test('a manifest that is no text is told, and the networks beside it are checked', async () => {
    folder.put({
      ...PROJECT,
      'registries/manifest.hocon': Buffer.from('\ufeff"desk.hocon" = true', 'utf16le'),
      'registries/odd.hocon': Uint8Array.of(0xff, 0xfe, 0),
    })
    const { out, err, code } = await folder.run('check')
    const said = out.join('\n')
    expect(said).toContain(
      'registries/manifest.hocon:1:1 error not-text registries/manifest.hocon is not text in UTF-8.',
    )
    expect(said).toContain('registries/odd.hocon is not text in UTF-8.')
    expect([code, err.join('')]).toEqual([1, expect.stringContaining('2 errors')])
  })

  test('[N-64] one file gives the diagnostics of the editor, and 1 when there is an error', async () => {
    const text = desk('wroker', 'odd = "tab\there"\n')
    folder.put({ ...PROJECT, 'registries/desk.hocon': text })
    const file = 'registries/desk.hocon'
    const editor = readNetwork({
      network: 'desk',
      file,
      texts: { [file]: text },
      env: {},
      networks: ['desk', 'area/two'],
    })
    expect(editor.diagnostics.map(({ severity }) => severity)).toContain('error')
    for (const name of ['check', 'validate']) {
      const { out, code } = await folder.run(name, file, '--json')
      const report = JSON.parse(out.join('\n'))
      const shown = report.diagnostics.map((one: Record<string, unknown>) => [
        ...[one.file, one.line, one.column, one.severity, one.code, one.message],
        (one.fixes as { title: string }[]).map(({ title }) => title),
      ])
      const wanted = editor.diagnostics.map(({ at, severity, code: kind, message, fixes }) => {
        const { line, column } = positionAt(text, at.from)
        return [file, line, column, severity, kind, message, fixes.map(({ title }) => title)]
      })
      expect(shown).toEqual(expect.arrayContaining(wanted))
      expect(shown).toHaveLength(wanted.length)
      expect(code).toBe(1)
    }
  })

  test('prints file, line, column, severity, code, message and the fix by name', async () => {
    folder.put({ ...PROJECT, 'registries/desk.hocon': desk('wroker') })
    const { out, err, code } = await folder.run('check', 'registries/desk.hocon')
    expect(out[0]).toMatch(/^registries\/desk\.hocon:2:60 error \S+ .*wroker.* \[fix: .*worker.*\]$/)
    expect(err).toEqual(['2 errors, 0 warnings, 0 hints in 1 file.', NOT_TRIED])
    expect(code).toBe(1)
  })

  test('a whole project is its manifest and every network that it names', async () => {
    folder.put(PROJECT)
    expect(await folder.run('check')).toEqual({
      out: [],
      err: ['0 errors, 0 warnings, 0 hints in 3 files.', NOT_TRIED],
      code: 0,
    })
    folder.put({
      'registries/manifest.hocon': '"desk.hocon" = true\n"gone.hocon" = true\n"off.hocon" = false\n"odd.hocon" = 3\n',
      'registries/unnamed.hocon': 'a {',
    })
    const { out, code } = await folder.run('check', '.')
    expect(out.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      'registries/manifest.hocon:2:1 error network-missing',
      'registries/manifest.hocon:4:15 warning bad-manifest-entry',
    ])
    expect(code).toBe(1)
  })

  test('a folder in a project is its HOCON files, each read as what it is', async () => {
    folder.put({ ...PROJECT, 'registries/shared.hocon': 'greeting = "hello"', 'registries/broken.hocon': 'x = [1\n' })
    const { out, err } = await folder.run('check', 'registries')
    expect(out.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      'registries/broken.hocon:2:1 error syntax-unclosed-bracket',
    ])
    expect(err).toEqual(['1 error, 0 warnings, 0 hints in 5 files.', NOT_TRIED])
  })

  test('what an included file has wrong is said once, however many networks include it', async () => {
    const including = `include "registries/common.hocon"\n${desk('worker')}`
    folder.put({
      ...PROJECT,
      'registries/desk.hocon': including,
      'registries/area/two.hocon': including,
      'registries/common.hocon': 'x = "a',
    })
    const { out } = await folder.run('check')
    expect(out.filter((line) => line.startsWith('registries/common.hocon:1:5 error'))).toHaveLength(1)
  })

  test('a text that is piped in is checked in the folder around', async () => {
    folder.put({ 'coded_tools/work.py': WORK })
    const { out, code } = await folder.runWith({ input: desk('wroker') }, 'check', '-')
    expect(out[0]).toMatch(/^<stdin>:2:60 error /)
    expect(code).toBe(1)
    expect(await folder.runWith({ input: desk('worker') }, 'check', '-')).toMatchObject({ out: [], code: 0 })
  })

  test('[N-96] a shared tool that cannot be called says what it needs, and one that is nowhere is an error', async () => {
    const naming = (toolbox: string, more = '') =>
      `tools = [
  { name = desk, instructions = "Use the tool.", tools = [search], function.description = "Talks with people about what they want." }
  { name = search, toolbox = ${toolbox} }
]\n${more}`
    folder.put({ ...PROJECT, 'registries/desk.hocon': naming('brave_search') })
    const needing = await folder.run('check', 'registries/desk.hocon')
    expect(needing.out).toEqual([
      expect.stringMatching(
        /^registries\/desk\.hocon:3:12 warning toolbox-needs brave_search cannot be called here\. It needs BRAVE_API_KEY .* mock /,
      ),
    ])
    expect(needing.code).toBe(0)
    folder.put({ 'registries/desk.hocon': naming('brave_search', 'studio.mocks.search.result = "found"') })
    expect((await folder.run('check', 'registries/desk.hocon')).out).toEqual([])
    folder.put({ 'registries/desk.hocon': naming('no_such_tool') })
    expect((await folder.run('check', 'registries/desk.hocon')).out.join()).toContain('error unknown-toolbox')
  })

  test('[N-57] a class that is nowhere is an error that lists every place tried', async () => {
    folder.put({ ...PROJECT, 'coded_tools/work.py': '' })
    const { out, code } = await folder.run('check', 'registries/area/two.hocon')
    expect(out).toEqual([expect.stringMatching(/^registries\/area\/two\.hocon:4:29 error class-not-found /)])
    expect(code).toBe(1)
    folder.put({ 'registries/area/two.hocon': desk('worker').replace('work.Work', 'nowhere.Work') })
    const [line = ''] = (await folder.run('check', 'registries/area/two.hocon')).out
    for (const place of ['coded_tools/area/two/nowhere', 'coded_tools/area/nowhere', 'coded_tools/nowhere'])
      for (const ending of ['py', 'ts']) expect(line).toContain(`${place}.${ending}`)
  })

  test('[N-58] a class in two languages is an error that names both files', async () => {
    folder.put({ ...PROJECT, 'coded_tools/area/work.ts': 'export class Work {}\n' })
    const { out, code } = await folder.run('check')
    expect(out).toEqual([
      expect.stringMatching(
        /^registries\/area\/two\.hocon:4:29 error both-languages .*coded_tools\/area\/work\.ts and coded_tools\/work\.py/,
      ),
    ])
    expect(code).toBe(1)
  })

  test('missing Python is said with what to do', async () => {
    folder.put(PROJECT)
    const env = { SLYGLASS_PYTHON: join(folder.path, 'no-python') }
    const { out, code } = await folder.runWith({ env }, 'check', 'registries/desk.hocon')
    expect(out).toEqual([expect.stringMatching(/^registries\/desk\.hocon:4:29 error python-missing .*SLYGLASS_PYTHON/)])
    expect(code).toBe(1)
  })

  test('nothing of a project is run by looking at it', async () => {
    const trap = (name: string) => join(folder.path, `${name}-was-run`)
    folder.put({
      ...PROJECT,
      'coded_tools/work.py': `open(${JSON.stringify(trap('tool'))}, "w")\n${WORK}`,
      '.venv/bin/python': `#!/bin/sh\ntouch ${trap('python')}\nexec python3 "$@"\n`,
    })
    chmodSync(join(folder.path, '.venv/bin/python'), 0o755)
    await folder.run('check')
    expect(['tool', 'python'].filter((name) => existsSync(trap(name)))).toEqual([])
    expect(existsSync(join(folder.path, 'data'))).toBe(false)
  })
})

describe('files around networks', () => {
  const around = {
    'config/toolbox_info.hocon':
      'clock { class = "clock.Clock", descripton = "Tells the time." }\nbare { description = "x" }\n',
    'config/llm_info.hocon': 'small { class = openai, use_model_nam = "gpt", capabilities = tools }\n',
    'config/mcp_info.hocon': '"https://m.test/mcp" { tool = ["a"] }\n',
    'tests/desk.hocon':
      'agent = desk\ninteractions = [ { text = Hi, response { text { keyword = [a] }, structure = [x] } } ]\n',
  }
  const found = [
    'config/llm_info.hocon:1:25 hint unknown-key use_model_nam is no key that neuro-san knows; did you mean use_model_name?',
    'config/llm_info.hocon:1:63 warning wrong-kind capabilities must be a list, and this is a single value',
    'config/mcp_info.hocon:1:24 warning unknown-key nothing reads the key tool here; did you mean tools?',
    'config/toolbox_info.hocon:1:32 hint unknown-key descripton is no key that neuro-san knows; did you mean description?',
    'config/toolbox_info.hocon:2:1 error missing-class the tool bare has no class, so no network can call it; write class = "module.ClassName"',
  ]
  const inTest = [
    'tests/desk.hocon:2:49 warning unknown-key nothing reads the key keyword here; did you mean keywords?',
    'tests/desk.hocon:2:78 warning wrong-kind structure must be an object, and this is a list',
  ]
  const lines = (out: readonly string[]) => out.map((line) => line.replace(/ \[fix: .*\]$/, ''))

  test('[N-64] toolboxes, model tables, MCP servers and tests are held to their keys, as in the editor', async () => {
    folder.put({ ...PROJECT, ...around })
    const { out, code } = await folder.run('check', 'config', 'tests/desk.hocon')
    expect(lines(out)).toEqual([...found, ...inTest])
    expect(code).toBe(1)
  })

  test('those that a network names are part of the project, whatever they are called', async () => {
    folder.put({
      ...PROJECT,
      'registries/desk.hocon': desk(
        'worker',
        'toolbox_info_file = "config/shared.hocon"\nagent_llm_info_file = "config/gone.hocon"',
      ),
      'config/shared.hocon': around['config/toolbox_info.hocon'],
    })
    const { out, err, code } = await folder.run('check')
    expect(lines(out)).toEqual([
      'config/shared.hocon:1:32 hint unknown-key descripton is no key that neuro-san knows; did you mean description?',
      'config/shared.hocon:2:1 error missing-class the tool bare has no class, so no network can call it; write class = "module.ClassName"',
      'registries/desk.hocon:7:23 error info-file-missing config/gone.hocon is not there, so the network runs without it; write the file, or take its name away',
    ])
    expect(err).toEqual(['2 errors, 0 warnings, 1 hint in 4 files.', NOT_TRIED])
    expect(code).toBe(1)
  })

  test('[N-77] a shared tool whose parameters have no properties is told of, because no network with it would run', async () => {
    const tool = (parameters: string) =>
      `clock { class = "clock.Clock", description = "Tells the time."${parameters} }\n`
    const check = async (parameters: string) => {
      folder.put({ ...PROJECT, 'config/toolbox_info.hocon': tool(parameters) })
      return (await folder.run('check', 'config')).out
    }
    for (const fine of ['', ', parameters {}', ', parameters { type = object, properties { zone { type = string } } }'])
      expect(await check(fine)).toEqual([])
    for (const odd of [', parameters { type = object, properties {} }', ', parameters { type = object }'])
      expect(await check(odd)).toEqual([
        expect.stringContaining('1:1 error bad-parameters parameters of the tool clock need'),
      ])
  })

  test('a file that is only included is HOCON and nothing else', async () => {
    folder.put({ 'registries/common.hocon': 'nmae = x\nllm_config { temprature = 1 }\n' })
    expect(await folder.run('check', 'registries')).toMatchObject({ out: [], code: 0 })
  })
})

describe('the script of the offline model', () => {
  const rules = (rule: string) => `{\n  "rules": [\n    ${rule}\n  ]\n}\n`
  test.each([
    ['{\n  "rules": [\n    { "answer" }\n  ]\n}\n', '3:16', 'it is no JSON: '],
    [rules('{ "user": "(", "answer": { "content": "a" } }'), '3:15', 'rules[0].user: is not a regular expression'],
    [rules('{ "answer": {} }'), '3:17', 'rules[0].answer: needs "content" or "tool_calls"'],
  ])('is told at its line and column where it is broken: %j', async (text, place, why) => {
    folder.put({ ...PROJECT, 'registries/desk.offline.json': text })
    for (const path of ['.', 'registries/desk.hocon']) {
      const { out, code } = await folder.run('check', path)
      expect(out).toEqual([
        expect.stringContaining(
          `registries/desk.offline.json:${place} error offline-script-invalid the offline model cannot use this script: ${why}`,
        ),
      ])
      expect(code).toBe(1)
    }
  })

  test('is told where it names what its network does not have, with what to change', async () => {
    const rule = '{ "agent": "Boss", "answer": { "tool_calls": [{ "name": "wroker", "arguments": {} }] } }'
    folder.put({ ...PROJECT, 'registries/desk.offline.json': rules(rule) })
    const { out, code } = await folder.run('check')
    expect(out).toEqual([
      expect.stringMatching(
        /^registries\/desk\.offline\.json:3:16 warning offline-script-agent .* a rule for the agent Boss, and desk has no such agent/,
      ),
      expect.stringMatching(
        /^registries\/desk\.offline\.json:3:61 warning offline-script-tool .* calls wroker, and desk has no such tool, .*; change the name to worker if that is meant$/,
      ),
    ])
    expect(code).toBe(0)
  })

  test('says nothing while it can be followed', async () => {
    const text = rules('{ "user": "^hi", "answer": { "content": "a" } }')
    folder.put({ ...PROJECT, 'registries/desk.offline.json': text })
    expect(await folder.run('check')).toMatchObject({ out: [], code: 0 })
  })
})

describe('tools of what is checked', () => {
  const tools = { ...PROJECT, 'registries/manifest.hocon': '"desk.hocon" = true\n' }

  test('a variable that a coded tool is to get and that is set nowhere is told, as of shared tools', async () => {
    const used = desk('worker').replace('class = "work.Work"', 'class = "work.Work", studio.uses.env = [SHOP_KEY]')
    folder.put({ ...tools, 'registries/desk.hocon': used })
    const { out, code } = await folder.run('check')
    expect(out).toEqual([
      expect.stringMatching(
        /^registries\/desk\.hocon:4:\d+ warning variable-missing SHOP_KEY environment variable is required, so "work\.Work" runs without it\. Set it in the project's \.env\.$/,
      ),
    ])
    expect(code).toBe(0)
    folder.put({ '.env': 'SHOP_KEY=k-1\n' })
    expect((await folder.run('check')).out).toEqual([])
  })

  test('[N-13] a source that makes calls wait is warned of, where it is written', async () => {
    folder.put({
      ...tools,
      'coded_tools/work.py': 'class Work:\n    def invoke(self, args, sly_data):\n        return 1\n',
    })
    const { out, code } = await folder.run('check', '.')
    expect(out).toEqual([
      expect.stringMatching(/^coded_tools\/work\.py:2:9 warning no-async-invoke Work has invoke and .* \[fix: /),
    ])
    expect(code).toBe(0)
  })

  test('[U-79] [U-80] --tools hints at sources, and at tools without a test or times', async () => {
    const source = `export class Work { asyncInvoke() { try { work() } catch {} } }\n`
    const { 'coded_tools/work.py': _py, ...rest } = tools
    folder.put({ ...rest, 'coded_tools/work.ts': source })
    expect((await folder.run('check', '.')).out).toEqual([])
    const codes = async () =>
      (await folder.run('check', '.', '--tools')).out.map((line) => line.split(' ').slice(1, 3).join(' '))
    expect(await codes()).toEqual(['hint ignored-error', 'hint untested', 'hint unmeasured'].sort())
    folder.put({ 'coded_tools/work.test.ts': "import { Work } from './work.ts'\ntest('works', () => new Work())\n" })
    expect(await codes()).toEqual(['hint ignored-error', 'hint unmeasured'])
    folder.put({
      'registries/desk.hocon': desk('worker').replace(
        'class = "work.Work"',
        'class = "work.Work", studio.target_ms = 500',
      ),
    })
    expect(await codes()).toEqual(['hint ignored-error'])
  })

  test('[U-79] a benchmark in the test of a tool measures it', async () => {
    folder.put({ ...tools, 'coded_tools/test_work.py': 'import timeit\nfrom coded_tools.work import Work\n' })
    expect((await folder.run('check', '--tools', '.')).out.join()).not.toMatch(/untested|unmeasured/)
  })
})

describe('what cannot be checked', () => {
  test('a file that is too large is named where its folder is walked', async () => {
    folder.put({ 'nets/x.hocon': 'a'.repeat(5_000_001), 'nets/y.hocon': 'a = 1\n' })
    expect(await folder.run('check', 'nets')).toEqual({
      out: ['nets/x.hocon:1:1 error file-too-large nets/x.hocon is larger than 5 MB.'],
      err: ['1 error, 0 warnings, 0 hints in 2 files.'],
      code: 1,
    })
  })

  test.each([
    ['nothing.hocon', 'There is no file or folder nothing.hocon.'],
    ['empty', 'There is no .hocon file below empty.'],
  ])('%s is wrong use', async (path, message) => {
    folder.put({ 'empty/readme.md': '' })
    expect(await folder.run('check', path)).toEqual({ out: [], err: [message], code: 2 })
  })

  test.each([
    ['bytes that are no text', Uint8Array.of(0xff, 0xfe, 0x00, 0x80), 'not-text x.hocon is not text in UTF-8.'],
    ['zero bytes', Uint8Array.of(0x61, 0x00, 0x62), 'not-text x.hocon is not text, so it is no HOCON.'],
    ['a huge file', 'a'.repeat(5_000_001), 'file-too-large x.hocon is larger than 5 MB.'],
  ])('%s are a finding', async (_, bytes, said) => {
    folder.put({ 'x.hocon': bytes })
    expect(await folder.run('check', 'x.hocon')).toMatchObject({
      out: [`x.hocon:1:1 error ${said}`],
      code: 1,
    })
  })
})
