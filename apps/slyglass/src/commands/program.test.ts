import { symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { browserCommand } from './open-browser.ts'
import { createCommandFolder } from './testing/run-command.ts'

const folder = createCommandFolder()
const { path: cwd, run } = folder
afterAll(folder.remove)

describe('the command line', () => {
  test('says its version and what it can do', async () => {
    expect(await run('--version')).toEqual({ out: ['1.2.3'], err: [], code: 0 })
    const help = await run('--help')
    expect(help.code).toBe(0)
    expect(help.out.join('\n')).toContain('open|run')
    const open = await run('open', '--help')
    expect(open.code).toBe(0)
    expect(open.out.join('\n')).toMatch(/--port[\s\S]*--no-open/)
  })

  test.each([
    [['--bogus']],
    [['open', '--port', 'many']],
    [['open', '--port', '70000']],
    [['open', 'a', 'b']],
    [['run', '--nothing']],
  ])('used wrongly it says how, and ends with 2: %j', async (args) => {
    const said = await run(...args)
    expect(said.code).toBe(2)
    expect(said.out).toEqual([])
    expect(said.err.join('\n')).toMatch(/error: /)
  })

  test('a missing folder, or a file, is named in one line', async () => {
    writeFileSync(join(cwd, 'file'), '')
    for (const [name, line] of [
      ['nothing', `There is no folder ${join(cwd, 'nothing')}.`],
      ['file', `${join(cwd, 'file')} is a file, not a folder. Give the folder of the project that it belongs to.`],
    ] as const)
      expect(await run('open', name, '--no-open')).toEqual({ out: [], err: [line], code: 2 })
  })

  test('a link that leads to itself is told as that', async () => {
    symlinkSync('round', join(cwd, 'round'))
    const line = `${join(cwd, 'round')} is a link that leads to itself. Name what it is meant to lead to.`
    for (const args of [
      ['open', 'round', '--no-open'],
      ['test', '--root', 'round'],
      ['init', 'round'],
      ['import', 'gift_desk', 'round'],
    ])
      expect(await run(...args)).toEqual({ out: [], err: [line], code: 2 })
    expect((await run('check', 'round')).err).toEqual([line.replace(`${cwd}/`, '')])
  })

  test('a folder that a command is to work in is there, and no file', async () => {
    writeFileSync(join(cwd, 'file'), '')
    expect(await run('test', '--root', 'nothing')).toEqual({
      ...{ out: [], err: [`There is no folder ${join(cwd, 'nothing')}.`], code: 2 },
    })
    for (const args of [
      ['import', 'gift_desk', 'file'],
      ['init', 'file'],
    ]) {
      const said = await run(...args)
      expect([said.code, said.err.join('\n')]).toEqual([2, expect.stringContaining('file is a file, not a folder.')])
    }
  })

  test('recordings lie in a folder; a file, and nothing, are told apart', async () => {
    writeFileSync(join(cwd, 'file'), '')
    for (const [name, line] of [
      ['nothing', 'There is no folder nothing.'],
      ['file', 'file is a file, not a folder. Give the folder that holds the recordings.'],
    ] as const)
      expect(await run('verify', name)).toEqual({ out: [], err: [line], code: 2 })
  })

  test('a port that was asked for and is taken is named in one line', async () => {
    const server = createServer()
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
    })
    const said = await run('--port', String(port), '--no-open')
    server.close()
    expect(said).toEqual({
      out: [],
      err: [`Port ${port} is taken by another program. Choose another one with --port.`],
      code: 2,
    })
  })
})

describe('the browser', () => {
  test.each([
    ['darwin', {}, ['open', 'http://x/#t=1']],
    ['win32', {}, ['rundll32', 'url.dll,FileProtocolHandler', 'http://x/#t=1']],
    ['linux', { DISPLAY: ':0' }, ['xdg-open', 'http://x/#t=1']],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open', 'http://x/#t=1']],
    ['linux', { DISPLAY: '' }, undefined],
    ['linux', {}, undefined],
  ] as const)('on %s with %j it is opened by %j', (platform, env, command) => {
    expect(browserCommand('http://x/#t=1', env, platform)).toEqual(command)
  })
})
