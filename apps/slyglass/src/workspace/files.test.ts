import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listFiles } from './file-list.ts'
import { createProjectFiles, hashBytes, type ProjectFiles } from './files.ts'

let base = ''
let root = ''
let files: ProjectFiles
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'slyglass-files-')))
  root = join(base, 'project')
  files = createProjectFiles(join(base, 'data'))
  put('registries/desk.hocon', 'a = 1\n')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const put = (path: string, text: string | Uint8Array, folder = root) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const read = (path: string) => files.read(root, path)
const save = (path: string, text: string, baseHash: string | null) => files.save(root, path, { text, baseHash })
const codeOf = async (result: ReturnType<typeof read>) => {
  const found = await result
  return found.ok ? 'ok' : found.error.code
}

describe('a text that is read and saved', () => {
  test.each([
    ['mixed line ends', 'a = 1\r\nb = 2\nc = 3\r'],
    ['a byte-order mark', '\uFEFFa = 1\n'],
    ['no line end and wide characters', 'größe = "日本 🎺"'],
    ['nothing', ''],
  ])('[S-11] keeps every byte: %s', async (_, text) => {
    put('registries/x.hocon', text)
    const before = readFileSync(join(root, 'registries/x.hocon'))
    const found = await read('registries/x.hocon')
    expect(found).toEqual({ ok: true, value: { path: 'registries/x.hocon', text, hash: hashBytes(before) } })
    if (!found.ok) return
    expect(await save('registries/x.hocon', found.value.text, found.value.hash)).toEqual(found)
    expect(readFileSync(join(root, 'registries/x.hocon'))).toEqual(before)
  })

  test('any text of whole characters comes back as it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
        rmSync(join(root, 'any.txt'), { force: true })
        expect(await save('any.txt', text, null)).toMatchObject({ ok: true })
        expect(await read('any.txt')).toMatchObject({ ok: true, value: { text } })
      }),
      { numRuns: 30 },
    )
  })

  test('keeps the mode of the file, and leaves no draft behind', async () => {
    const file = join(root, 'tool.py')
    put('tool.py', 'print(1)\n')
    chmodSync(file, 0o755)
    const found = await read('tool.py')
    if (found.ok) await save('tool.py', 'print(2)\n', found.value.hash)
    expect(readFileSync(file, 'utf8')).toBe('print(2)\n')
    expect(statSync(file).mode & 0o777).toBe(0o755)
    expect(readdirSync(root).sort()).toEqual(['registries', 'tool.py'])
  })

  test('a new file may lie in a new folder', async () => {
    expect(await save('coded_tools/new/tool.py', 'x = 1\n', null)).toMatchObject({ ok: true })
    expect(readFileSync(join(root, 'coded_tools/new/tool.py'), 'utf8')).toBe('x = 1\n')
  })
})

describe('a save over a text that has changed', () => {
  test('[S-11] is refused with the text on disk', async () => {
    const found = await read('registries/desk.hocon')
    put('registries/desk.hocon', 'a = 2\n')
    const base = found.ok ? found.value.hash : ''
    const disk = { path: 'registries/desk.hocon', text: 'a = 2\n', hash: hashBytes(Buffer.from('a = 2\n')) }
    expect(await save('registries/desk.hocon', 'a = 3\n', base)).toMatchObject({
      ok: false,
      error: { status: 409, code: 'file-changed', more: { disk } },
    })
    expect(readFileSync(join(root, 'registries/desk.hocon'), 'utf8')).toBe('a = 2\n')
  })

  test('[S-11] is refused when the file is gone, or is there and was to be new', async () => {
    expect(await save('gone.hocon', 'a', 'f'.repeat(64))).toMatchObject({ ok: false, error: { more: { disk: null } } })
    expect(await codeOf(save('registries/desk.hocon', 'a', null))).toBe('file-changed')
  })

  test('[S-11] of two that start from the same text, one wins', async () => {
    const found = await read('registries/desk.hocon')
    const base = found.ok ? found.value.hash : ''
    const both = await Promise.all(['x', 'y', 'z'].map((text) => save('registries/desk.hocon', text, base)))
    expect(both.map((result) => result.ok).sort()).toEqual([false, false, true])
  })
})

describe('a path', () => {
  test.each([
    '../outside.hocon',
    'registries/../../outside.hocon',
    '/etc/hosts.txt',
    'registries//desk.hocon',
    './registries/desk.hocon',
    'registries\\desk.hocon',
    'C:/windows/win.txt',
    'registries/desk.hocon:stream.txt',
    'registries/desk.hocon\u0000.txt',
    'registries/desk.txt.',
    '',
    '.',
  ])('[S-39] %j leads nowhere', async (path) => {
    put('../outside.hocon', 'secret')
    expect(await codeOf(read(path))).toBe('outside')
    expect(await codeOf(save(path, 'x', null))).toBe('outside')
  })

  test.each([
    '.env',
    '.git/config',
    '.git/hooks/hook.py',
    '.venv/lib/x.py',
    'node_modules/x/index.js',
    'key.pem',
    '.ENV',
    'a/.secret.json',
  ])('[S-39] %s is not shown and not written', async (path) => {
    put(path, 'secret')
    expect(await codeOf(read(path))).toBe('not-shown')
    expect(await codeOf(save(path, 'x', null))).toBe('not-shown')
    expect(readFileSync(join(root, path), 'utf8')).toBe('secret')
  })

  test('[S-39] a link out of the project, or to a hidden file in it, is not followed', async () => {
    put('outside.py', 'secret', base)
    put('.env', 'KEY=1')
    symlinkSync(join(base, 'outside.py'), join(root, 'link.py'))
    symlinkSync(base, join(root, 'up'))
    symlinkSync(join(root, '.env'), join(root, 'notes.md'))
    symlinkSync(join(root, 'registries'), join(root, 'inside'))
    expect(await codeOf(read('link.py'))).toBe('outside')
    expect(await codeOf(save('link.py', 'x', null))).toBe('outside')
    expect(await codeOf(read('up/outside.py'))).toBe('outside')
    expect(await codeOf(save('up/new.py', 'x', null))).toBe('outside')
    expect(await codeOf(read('notes.md'))).toBe('not-shown')
    expect(await codeOf(read('inside/desk.hocon'))).toBe('ok')
  })

  test('[S-39] a path that no disk can follow leads to no file', async () => {
    symlinkSync('circle.txt', join(root, 'circle.txt'))
    symlinkSync(join(base, 'nowhere'), join(root, 'dangling'))
    const odd = ['registries/desk.hocon/x.txt', 'circle.txt', `${'x'.repeat(300)}.txt`, 'circle.txt/deeper/x.txt']
    for (const path of odd) {
      expect([path, await codeOf(read(path))]).toEqual([path, 'file-missing'])
      expect([path, await codeOf(save(path, 'x', null))]).toEqual([path, 'file-missing'])
    }
    expect(await codeOf(save('dangling/x.txt', 'x', null))).toBe('file-unwritable')
    expect(readdirSync(base)).not.toContain('nowhere')
  })

  test('[S-39] the data folder is closed, also where a project holds it', async () => {
    put('data/runs.json', 'secret', base)
    expect(await codeOf(files.read(base, 'data/runs.json'))).toBe('outside')
    put('data/projects/copy/a.md', 'x', base)
    expect(await codeOf(files.read(join(base, 'data/projects/copy'), 'a.md'))).toBe('ok')
  })
})

describe('a file that is no text', () => {
  test('is named as such, and as too large where it is', async () => {
    put('image.txt', new Uint8Array([0xff, 0xfe, 0x00, 0x80]))
    put('large.json', 'x'.repeat(5_000_001))
    expect(await codeOf(read('image.txt'))).toBe('not-text')
    expect(await codeOf(read('large.json'))).toBe('file-too-large')
    expect(await codeOf(read('nothing.json'))).toBe('file-missing')
    expect(await codeOf(read('registries'))).toBe('not-shown')
    expect(await codeOf(save('half.txt', '\ud800', null))).toBe('not-text')
  })
})

describe('the list of files', () => {
  test('shows networks, tools and texts, and nothing hidden or installed', async () => {
    for (const path of [
      'a.py',
      'b/c.ts',
      'README.md',
      '.env',
      '.git/x.md',
      'node_modules/m/x.js',
      '.venv/y.py',
      'z.png',
    ])
      put(path, 'x')
    symlinkSync(base, join(root, 'loop'))
    expect((await listFiles(root)).map((row) => row.path)).toEqual([
      'README.md',
      'a.py',
      'b/c.ts',
      'registries/desk.hocon',
    ])
  })

  test('ends at its limits', async () => {
    for (let index = 0; index < 30; index += 1) put(`many/f${index}.py`, '')
    put('d1/d2/d3/deep.py', '')
    expect(await listFiles(root, { files: 7, depth: 9, names: 1_000 })).toHaveLength(7)
    expect((await listFiles(root, { files: 99, depth: 9, names: 1 })).some((row) => row.path.startsWith('many/'))).toBe(
      false,
    )
    expect(
      (await listFiles(root, { files: 99, depth: 3, names: 1_000 })).some((row) => row.path.endsWith('deep.py')),
    ).toBe(false)
  })
})
