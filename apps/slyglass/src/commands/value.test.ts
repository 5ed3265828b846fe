import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCommandFolder } from './testing/run-command.ts'

const folder = createCommandFolder()
afterAll(folder.remove)
beforeAll(() => {
  folder.put({
    'base.conf': 'a = 1\nname = "you"\nhosts = [1, 2]\n',
    'app.conf': `include "base.conf"\na = 3.00\na = \${?AGENT_A}\ngreeting = "Hello "\${name}\nid = 12345678901234567890\nhosts = \${hosts} [7]\n`,
    'sub/main.conf': 'include "more"\n',
    'sub/more.conf': 'x = 1e2\n',
    'root/registries/manifest.hocon': '',
    'root/registries/deep/net.hocon': `include "shared/all.hocon"\ny = \${x}\n`,
    'root/shared/all.hocon': 'x = 1\n',
    'globs.conf': 'include "parts/*.hocon"\n',
    'parts/a.hocon': 'a = 1',
    'parts/b.hocon': 'b = 2',
    'parts/c.md': 'c = 3',
    'warn.conf': 'a = [1]\na += 2\n',
    'bad.conf': `a = \${nothing}\nb = 1\n`,
    'keys.conf': 'a { "x.y" { z = [ { w = 1 }, { w = 2 } ] } }\n',
  })
})

describe('the value of a file', () => {
  test.each([
    [['app.conf', 'a'], '3.0'],
    [['app.conf', 'a', '--profile', 'spec'], '3.00'],
    [['app.conf', 'id'], '12345678901234567890'],
    [['app.conf', 'greeting'], '"Hello you"'],
    [['app.conf', 'hosts', '--profile', 'spec'], '[\n  1,\n  2,\n  7\n]'],
    [['keys.conf', 'a."x.y".z[1].w'], '2'],
    [['keys.conf', 'a."x.y".z.0'], '{\n  "w": 1\n}'],
    [['sub/main.conf', '--profile', 'spec', '--root', 'sub'], '{\n  "x": 1e2\n}'],
    [['globs.conf'], '{\n  "a": 1,\n  "b": 2\n}'],
    [['root/registries/deep/net.hocon', 'y'], '1'],
    [['root/registries/deep/net.hocon', 'y', '--root', 'root'], '1'],
  ])('%j is %s', async (args, text) => {
    const { out, err, code } = await folder.run('value', ...args)
    expect({ text: out.join('\n'), err, code }).toEqual({ text, err: [], code: 0 })
  })

  test('is read with the variables that networks may see, and no others', async () => {
    const env = { AGENT_A: '7', HOME: '/home', SLYGLASS_ENV: 'PORT', PORT: '80' }
    const input = `a = \${?AGENT_A}\nb = \${?HOME}\nc = \${?PORT}\n`
    const { out } = await folder.runWith({ env, input }, 'value', '-')
    expect(JSON.parse(out.join('\n'))).toEqual({ a: '7', c: '80' })
  })

  test('comes with warnings beside it, and not at all where there is an error', async () => {
    const warned = await folder.run('value', 'warn.conf')
    expect(warned).toMatchObject({ code: 0, err: [expect.stringMatching(/^warn\.conf:2:1 warning append-differs /)] })
    expect(JSON.parse((await folder.run('value', 'warn.conf', '--profile', 'spec')).out.join(''))).toEqual({
      a: [1, 2],
    })
    expect(await folder.run('value', 'bad.conf')).toEqual({
      out: [],
      err: [`bad.conf:1:5 error unresolved-substitution \${nothing} names nothing`],
      code: 1,
    })
  })

  test('a flood of errors is cut', async () => {
    const { err } = await folder.runWith({ input: '}\n'.repeat(100) }, 'value', '-')
    expect(err).toHaveLength(21)
    expect(err.at(-1)).toBe('… and 80 more; slyglass check prints them all.')
  })

  test.each([
    [['app.conf', 'greting'], 1, 'There is no greting. Near names: greeting.'],
    [['keys.conf', 'a."x.y".z[2]'], 1, 'There is no a."x.y".z[2]. The list before it has 2 items, counted from 0.'],
    [['app.conf', 'a..b'], 2, 'a..b is no path. Write it as a.b[0].c, and odd keys in double quotes.'],
    [['gone.conf'], 2, 'There is no file or folder gone.conf.'],
    [['sub'], 2, 'sub is a folder. Name a file in it.'],
    [['app.conf', '--root', 'gone'], 2, 'There is no folder gone.'],
    [
      ['app.conf', '--root', 'base.conf'],
      2,
      'base.conf is a file, not a folder. Give the folder that includes are read from.',
    ],
    [['app.conf', '--root', 'sub'], 2, 'app.conf does not lie in sub.'],
  ])('%j ends with %d', async (args, code, message) => {
    expect(await folder.run('value', ...args)).toEqual({ out: [], err: [message], code })
  })

  test('a profile that does not exist is wrong use', async () => {
    expect(await folder.run('value', 'app.conf', '--profile', 'java')).toMatchObject({ out: [], code: 2 })
  })
})

describe('where values come from', () => {
  test('is said for each of them, layer by layer', async () => {
    const { out } = await folder.runWith({ env: { AGENT_A: '7' } }, 'value', 'app.conf', '--origin')
    expect(out.slice(0, 8)).toEqual([
      'a = "7"',
      `  value app.conf:3:5, by \${AGENT_A} at app.conf:3:5, from the variable AGENT_A at app.conf:3:5`,
      '  key   base.conf:1:1',
      '  key   app.conf:2:1',
      '  key   app.conf:3:1',
      'name = "you"',
      '  value base.conf:2:8, included at app.conf:1:9',
      '  key   base.conf:2:1',
    ])
    expect(out).toContain(`  value base.conf:2:9 "you", by \${name} at app.conf:4:20, included at app.conf:1:9`)
  })

  test('may be asked of one path', async () => {
    expect((await folder.run('value', 'app.conf', 'hosts[2]', '--origin')).out).toEqual([
      'hosts[2] = 7',
      '  value app.conf:6:19',
    ])
  })
})
