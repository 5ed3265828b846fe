import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { askedPort, portComplaint } from './asked-port.mjs'
import { root, sourcePrint } from './ensure.mjs'

const folder = mkdtempSync(join(tmpdir(), 'slyglass-scripts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const startOn = (version) => {
  const code = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } }); import(${JSON.stringify(join(root, 'scripts/start.mjs'))})`
  return spawnSync(process.execPath, ['-e', code, '--', '--version'], { encoding: 'utf8' })
}

describe('npm start', () => {
  test.each(['12.22.0', '18.20.4', '20.18.3'])('[S-43] on Node %s it says in one line what it needs', (version) => {
    const { status, stdout, stderr } = startOn(version)
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      `Slyglass needs Node 20.19 or newer; this is Node ${version}. Get it from https://nodejs.org/\n`,
    )
  })
})

test('npm start and npm run slyglass run with the options of Node that the program names itself', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [, options] = /^#!\/usr\/bin\/env -S node (.+)\n/.exec(
    readFileSync(join(root, 'apps/slyglass/src/main.ts'), 'utf8'),
  )
  expect([scripts.start, scripts.slyglass]).toEqual([
    `node ${options} scripts/start.mjs`,
    `node ${options} scripts/slyglass.mjs`,
  ])
})

describe('a port that is asked for', () => {
  test.each([
    [['open', '--port', '4700'], 4700],
    [['open', 'dir', '--no-open', '--port=4700'], 4700],
    [['--port', '1', '--port', '2'], 2],
    [['run', '--port', '65535'], 65_535],
    [['open', '--port', '0'], undefined],
    [['open', '--port', '65536'], undefined],
    [['open', '--port', 'x'], undefined],
    [['open', '--port'], undefined],
    [['open', '--port', '4700', '--help'], undefined],
    [['serve', '--port', '4700'], undefined],
    [['open', '--serve', '4700'], undefined],
    [[], undefined],
  ])('is read from %j', (args, port) => {
    expect(askedPort(args)).toBe(port)
  })

  const taken = (page, use) =>
    new Promise((resolve) => {
      const server = createServer((_, response) => response.end(page))
      server.listen(0, '127.0.0.1', async () => {
        const { port } = server.address()
        const said = await use(port)
        server.close(() => resolve([said, port]))
        server.closeAllConnections()
      })
    })
  const complain = (port) => portComplaint(['open', '--port', String(port)])

  test('and is taken is told, with who has it when that is another studio', async () => {
    const [other, at] = await taken('hello', complain)
    expect(other).toBe(`Port ${at} is taken by another program. Choose another one with --port.`)
    const [studio] = await taken('<!doctype html><title>Slyglass</title>', complain)
    expect(studio).toMatch(/^Port \d+ is taken by a Slyglass that runs already\. .+--port\.$/)
    expect(await complain(at)).toBeUndefined()
  })

  test('and is taken ends the start before anything is installed or built', async () => {
    // Nothing is there that could be installed: whoever tries, fails.
    const bare = join(folder, 'bare', 'scripts')
    for (const name of ['start', 'launch', 'ensure', 'asked-port'])
      cpSync(join(root, 'scripts', `${name}.mjs`), join(bare, `${name}.mjs`))
    const start = (port) =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, [join(bare, 'start.mjs'), '--port', String(port), '--no-open'])
        let said = ''
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += piece))
        child.once('close', (code) => resolve([code, said]))
      })
    const [ended, port] = await taken('hello', start)
    expect(ended).toEqual([2, `Port ${port} is taken by another program. Choose another one with --port.\n`])
  })
})

describe('what a build is known by', () => {
  const put = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
    utimesSync(join(folder, path), 1_000, 1_000)
  }
  const changed = (change) => {
    const before = sourcePrint(folder)
    change()
    return sourcePrint(folder) !== before
  }

  test('a source that is new, other or gone makes another build', () => {
    expect(changed(() => put('packages/base/src/a.ts', '1'))).toBe(true)
    expect(changed(() => put('packages/base/src/a.ts', '22'))).toBe(true)
    expect(changed(() => utimesSync(join(folder, 'packages/base/src/a.ts'), 2_000, 2_000))).toBe(true)
    expect(changed(() => put('samples/studio/x.hocon', ''))).toBe(true)
    expect(changed(() => put('pnpm-lock.yaml', ''))).toBe(true)
    expect(changed(() => rmSync(join(folder, 'packages/base/src/a.ts')))).toBe(true)
  })

  test('tests, notes and what was installed or built do not', () => {
    for (const path of [
      'packages/base/src/a.test.ts',
      'apps/x/test/y.ts',
      'apps/x/README.md',
      'apps/x/dist/z.js',
      'packages/b/node_modules/m.js',
      'docs/a.ts',
    ])
      expect([path, changed(() => put(path, '1'))]).toEqual([path, false])
  })
})
