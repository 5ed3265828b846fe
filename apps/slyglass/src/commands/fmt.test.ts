import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CommandFolder, createCommandFolder } from './testing/run-command.ts'

let folder: CommandFolder
beforeEach(() => {
  folder = createCommandFolder()
})
afterEach(() => folder.remove())
const at = (name: string) => join(folder.path, name)
const read = (name: string) => readFileSync(at(name), 'utf8')

const UGLY = 'a{\n      b=1   # why\n  c   :   "x"\n}\n'

test('files are formatted in place and named; values, comments, modes and links stay', async () => {
  folder.put({ 'net/ugly.hocon': UGLY, 'net/link-target.conf': UGLY, 'net/notes.md': 'a   =   1' })
  chmodSync(at('net/ugly.hocon'), 0o640)
  symlinkSync(at('net/link-target.conf'), at('net/link.conf'))
  const before = await folder.run('value', 'net/ugly.hocon')
  expect(await folder.run('fmt', 'net/ugly.hocon', 'net/link.conf')).toEqual({
    out: ['net/ugly.hocon', 'net/link.conf'],
    err: [],
    code: 0,
  })
  expect(read('net/ugly.hocon')).not.toBe(UGLY)
  expect(read('net/ugly.hocon')).toContain('# why')
  expect(read('net/link-target.conf')).toBe(read('net/ugly.hocon'))
  expect(lstatSync(at('net/link.conf')).isSymbolicLink()).toBe(true)
  expect(statSync(at('net/ugly.hocon')).mode & 0o777).toBe(0o640)
  expect(await folder.run('value', 'net/ugly.hocon')).toEqual(before)
  expect(await folder.run('fmt', 'net')).toEqual({ out: [], err: [], code: 0 })
  expect(readdirSync(at('net')).sort()).toEqual(['link-target.conf', 'link.conf', 'notes.md', 'ugly.hocon'])
})

test('a byte-order mark and Windows line ends stay', async () => {
  folder.put({ 'x.hocon': `\ufeff${UGLY.replaceAll('\n', '\r\n')}` })
  expect((await folder.run('fmt', 'x.hocon')).out).toEqual(['x.hocon'])
  expect(read('x.hocon').startsWith('\ufeffa')).toBe(true)
  expect(read('x.hocon').match(/\n/g)).toHaveLength(4)
  expect(read('x.hocon').match(/\r\n/g)).toHaveLength(4)
})

test('--check writes nothing and lists the files that would change', async () => {
  folder.put({ 'a.hocon': UGLY, 'b.hocon': 'x = 1\n', 'nginx.conf': 'server   {;', 'c/d.hocon': UGLY })
  expect(await folder.run('fmt', '--check')).toEqual({ out: ['a.hocon', 'c/d.hocon'], err: [], code: 1 })
  expect(read('a.hocon')).toBe(UGLY)
  expect(await folder.run('fmt', '--check', 'b.hocon')).toEqual({ out: [], err: [], code: 0 })
})

test('a text that is piped in comes out formatted', async () => {
  const { out, code } = await folder.runWith({ input: UGLY }, 'fmt', '-')
  folder.put({ 'x.hocon': UGLY })
  await folder.run('fmt', 'x.hocon')
  expect([out.join(''), code]).toEqual([read('x.hocon'), 0])
  expect(await folder.runWith({ input: UGLY }, 'fmt', '--check', '-')).toEqual({ out: ['<stdin>'], err: [], code: 1 })
})

test('a file that cannot be read as HOCON stays as it is, and the others are formatted', async () => {
  folder.put({ 'a.hocon': 'a   {', 'b.hocon': UGLY })
  const { out, err, code } = await folder.run('fmt')
  expect(out).toEqual(['b.hocon'])
  expect(err).toEqual([expect.stringMatching(/^a\.hocon:1:\d+ error syntax-unclosed-brace /)])
  expect(code).toBe(1)
  expect(read('a.hocon')).toBe('a   {')
})

test('a file that may not be written is named and stays', async () => {
  folder.put({ 'a.hocon': UGLY })
  chmodSync(at('.'), 0o755)
  chmodSync(at('a.hocon'), 0o444)
  await folder.run('fmt', '--check', 'a.hocon')
  expect(await withoutRights(() => folder.run('fmt', 'a.hocon'))).toEqual({
    out: [],
    err: ['a.hocon could not be written (EACCES). Check its permissions.'],
    code: 1,
  })
  expect(read('a.hocon')).toBe(UGLY)
})

/** Runs an action as a user whom permissions bind; the superuser may write everything. */
async function withoutRights<T>(action: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return action()
  process.seteuid?.(65_534)
  try {
    return await action()
  } finally {
    process.seteuid?.(0)
  }
}

test.each(['fmt', 'check', 'value', 'graph'])('%s takes no file of another language for HOCON', async (command) => {
  folder.put({ 'tool.py': 'x   =   1\n' })
  expect(await folder.run(command, 'tool.py')).toEqual({
    out: [],
    err: ['tool.py is no HOCON file, by its ending.'],
    code: 2,
  })
  expect(readFileSync(join(folder.path, 'tool.py'), 'utf8')).toBe('x   =   1\n')
})
