// What the system refuses, and what a person breaks off: one clear line, the right exit code, nothing left behind.
import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandLines } from './support/command-lines.ts'
import { putFiles } from './support/folders.ts'

const lines = commandLines()

const run = (args: readonly string[], cwd = lines.project) => lines.runHere(args, { cwd })

const NOT_TEXT = Buffer.from([0xff, 0xfe, 0x7b, 0xe9])

describe('what the system refuses is one line', () => {
  test.each([
    [['init', 'mine/README.md'], 2, /mine\/README\.md is a file, not a folder\. Choose another folder\.\n$/],
    [['init', '/proc/none/x'], 1, /^No project was made: /],
    [['import', 'none.json', 'mine'], 2, /none\.json is not there/],
    [['export', 'tool', 'Guestbook', '/none/x.json', '--root', 'mine'], 1, /^\/none\/x\.json is not there/],
    [
      ['test', '--root', 'mine', '--junit', '/none/x.xml'],
      2,
      /^The report was not written: \/none\/x\.xml is not there/,
    ],
    [['bogus'], 2, /There is no command bogus either; there are: open, .*verify\.\n$/],
    [['./bogus'], 2, /^There is no folder \S+bogus\.\n$/],
    [['serve', 'mine', '--port', 'x'], 2, /A port is a number/],
    [['serve', 'mine', '--allow-origin', 'localhost:5173'], 2, /The address of a page is its scheme, host and port/],
    [['serve', '--allow-origin', 'http://a.test', 'mine'], 2, /argument 'mine' is invalid\. The address of a page/],
    [['open', '--allow-origin', 'null'], 2, /The address of a page is/],
  ])('%j ends with %i', async (args, code, line) => {
    const said = await run(args, lines.home)
    expect(said.code).toBe(code)
    expect(said.err).toMatch(line)
    expect(said.err).not.toMatch(/\n {4}at |node:internal/)
  })

  test.each([
    ['check', 'bad.hocon'],
    ['fmt', 'bad.hocon'],
    ['value', 'bad.hocon'],
    ['graph', 'bad.hocon'],
    ['test', 'bad.hocon'],
  ])('%s says of a file that is no text what it is', async (...args) => {
    writeFileSync(join(lines.project, 'bad.hocon'), NOT_TEXT)
    const said = await run(args)
    expect(said.code).toBe(1)
    expect(said.out + said.err).toContain('bad.hocon is not text in UTF-8.')
  })

  test('a manifest that is no text names no network by guess', async () => {
    putFiles(lines.project, { 'other/registries/greeter.hocon': 'tools = []' })
    writeFileSync(join(lines.project, 'other/registries/manifest.hocon'), NOT_TEXT)
    const at = join(lines.project, 'other')
    expect(await run(['chat', '--message', 'x'], at)).toMatchObject({
      ...{ out: '', err: 'registries/manifest.hocon is not text in UTF-8.\n', code: 2 },
    })
    expect(await run(['check'], at)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^registries\/manifest\.hocon:1:1 error/m),
    })
  })

  test('a manifest that is a folder, or names nothing, is told as such', async () => {
    putFiles(lines.project, {
      'odd/registries/manifest.hocon/x.txt': '',
      'odd/registries/greeter.hocon': 'tools = []',
      'none/registries/manifest.hocon': '{}',
      'none/registries/greeter.hocon': 'tools = []',
    })
    const said = 'registries/manifest.hocon is a folder, not a file.'
    const chat = (folder: string) => run(['chat', '--message', 'x', '--root', folder])
    expect(await chat('odd')).toMatchObject({ code: 2, err: `${said}\n` })
    expect((await chat('none')).err).toMatch(/none has no network\. Name its file in registries\/manifest\.hocon/)
  })

  test('a network whose file is no text says so, also to who asks for its tools', async () => {
    const at = join(lines.project, 'third')
    expect(await run(['init', 'third'])).toMatchObject({ code: 0 })
    writeFileSync(join(at, 'registries/greeter.hocon'), NOT_TEXT)
    for (const args of [
      ['chat', 'greeter', '--message', 'x'],
      ['call', 'Guestbook'],
      ['new', 'tool', 'x'],
    ])
      expect(await run(args, at)).toMatchObject({
        code: 2,
        err: expect.stringMatching(/^registries\/greeter\.hocon is not text/),
      })
  })

  test('a reader that has seen enough ends the program without a word', () => {
    const line = `"${process.execPath}" "${lines.main}" --help | head -n 1; exit "\${PIPESTATUS[0]}"`
    const { stdout, stderr, status } = spawnSync('bash', ['-c', line], { env: lines.env(), encoding: 'utf8' })
    expect([stdout.split('\n').length, stderr, status]).toEqual([2, '', 0])
  })
})

describe('what a person breaks off', () => {
  const slowly = `import asyncio
from neuro_san.interfaces.coded_tool import CodedTool

class Guestbook(CodedTool):
    async def async_invoke(self, args, sly_data):
        print("it began", flush=True)
        await asyncio.sleep(50)
`

  function broken(args: readonly string[], signal: NodeJS.Signals, mark: RegExp) {
    return new Promise<{ said: string; code: number | null }>((resolve) => {
      const child = spawn(process.execPath, [lines.main, ...args], { cwd: lines.project, env: lines.env() })
      let said = ''
      let sent = false
      const listen = (piece: Buffer) => {
        said += piece.toString()
        if (sent || !mark.test(said)) return
        sent = true
        setTimeout(() => child.kill(signal), 300)
      }
      child.stdout.on('data', listen)
      child.stderr.on('data', listen)
      child.on('close', (code) => resolve({ said, code }))
    })
  }

  test.each([
    ['call', ['call', 'Guestbook', 'guest=Ada'], /it began/, 'SIGINT'],
    ['chat', ['chat', '--message', 'Please greet Ada.'], /calls Guestbook/, 'SIGINT'],
    ['chat, ended from outside', ['chat', '--message', 'Please greet Ada.'], /calls Guestbook/, 'SIGTERM'],
  ] as const)('%s stops, says so, and leaves no run that goes on later', async (_case, args, mark, signal) => {
    putFiles(lines.project, { 'coded_tools/guestbook.py': slowly })
    const { said, code } = await broken(args, signal, mark)
    expect(said).toContain('Stopped.')
    expect(code).toBe(1)
    const served = await broken(['serve', '--port', '0'], 'SIGINT', /It serves/)
    expect(served.code).toBe(0)
    expect(served.said).not.toContain('it began')
  })
})
