import {
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { isInside } from '../tool-places.ts'
import { guardPath, openGuarded } from './path-guard.ts'

/** Every path that was opened, until these tests end. */
const opened: string[] = []
const { open } = promises
promises.open = (path, ...rest) => {
  opened.push(String(path))
  return open(path, ...rest)
}
syncBuiltinESMExports()
afterAll(() => {
  promises.open = open
  syncBuiltinESMExports()
})

const base = realpathSync(mkdtempSync(join(tmpdir(), 'slyglass-guard-')))
const root = join(base, 'allowed', 'directory')
const evil = join(base, 'allowed', 'directory-evil')
for (const folder of [join(root, 'notes', 'deep'), evil, join(base, 'elsewhere')])
  mkdirSync(folder, { recursive: true })
writeFileSync(join(root, 'notes', 'a.txt'), 'inside')
writeFileSync(join(evil, 'x'), 'outside')
writeFileSync(join(base, 'x'), 'outside')
symlinkSync(base, join(root, 'out'))
symlinkSync('../../../elsewhere', join(root, 'notes', 'up'))
symlinkSync('notes/deep', join(root, 'in'))
symlinkSync(join(root, 'notes'), join(root, 'absolute'))
symlinkSync('round', join(root, 'round'))
symlinkSync(join(base, 'not-there-yet'), join(root, 'dangling'))

beforeEach(() => opened.splice(0))

/** Refused before anything is opened. */
async function refusal(path: string): Promise<string> {
  const found = await guardPath(root, path)
  expect(opened).toEqual([])
  return found.ok ? `allowed: ${found.value}` : found.error.message
}

describe('a path that leaves the folder', () => {
  test.each([
    '../x',
    '..',
    '../directory-evil/x',
    'notes/../../x',
    '..\\x',
    'notes\\..\\..\\x',
    '..\\\\x',
    './.././x',
    'missing/../../x',
  ])('[U-22] [U-88] vector 30: %s is refused as traversal, and nothing is opened', async (path) => {
    expect(await refusal(path)).toBe('Path traversal not allowed')
  })

  test.each([
    ['a folder that begins alike', evil, 'x'],
    ['the folder above', base, 'x'],
    ['the root of the system', '/', 'etc/passwd'],
    ['what is in a link to outside', root, 'out/x'],
    ['a link to outside itself', root, 'out'],
    ['a link with a way up', root, 'notes/up'],
    ['what would be made through a link', root, 'notes/up/new.txt'],
    ['a link to what is not there', root, 'dangling'],
  ])('[U-22] [U-88] vector 30: %s is refused, and nothing is opened', async (_what, folder, name) => {
    const path = folder === root ? name : join(folder, name)
    expect(await refusal(path)).toBe('Access denied: path outside safe directory')
  })

  test('[U-88] a NUL character is refused', async () => {
    expect(await refusal('notes/a.txt\0.png')).toBe('A path may not hold a NUL character')
  })

  test('[U-88] links in a circle are refused', async () => {
    expect(await refusal('round/x')).toBe('Too many links in the path')
  })
})

describe('a path inside', () => {
  test.each([
    ['notes/a.txt', 'notes/a.txt'],
    ['./notes//a.txt', 'notes/a.txt'],
    ['notes/../notes/a.txt', 'notes/a.txt'],
    ['in/b.txt', 'notes/deep/b.txt'],
    ['in/../a.txt', 'notes/a.txt'],
    ['absolute/a.txt', 'notes/a.txt'],
    ['new/folder/file', 'new/folder/file'],
    ['...', '...'],
    ['..a/..b', '..a/..b'],
    ['', ''],
  ])('[U-88] %j means %j, without links', async (path, meant) => {
    expect(await guardPath(root, path)).toEqual({ ok: true, value: join(root, meant) })
    expect(await guardPath(root, join(root, '.', path === '' ? '.' : meant))).toMatchObject({ ok: true })
  })

  test('[U-88] a link that is put in its place in the meantime is not opened', async () => {
    const path = join(root, 'notes', 'late.txt')
    symlinkSync(join(base, 'x'), path)
    await expect(openGuarded(path, constants.O_RDONLY)).rejects.toMatchObject({ code: 'ELOOP' })
    const through = join(root, 'notes', 'up', 'new.txt')
    await expect(openGuarded(through, constants.O_WRONLY | constants.O_CREAT)).rejects.toBeInstanceOf(Error)
    expect(existsSync(join(base, 'elsewhere', 'new.txt'))).toBe(false)
  })
})

test('[U-88] no path of any steps leads out, and what is allowed is what the system means', async () => {
  const step = fc.constantFrom(
    '..',
    '.',
    '',
    'notes',
    'a.txt',
    'in',
    'out',
    'up',
    'absolute',
    'round',
    'x',
    'deep',
    'directory',
  )
  const start = fc.constantFrom('', root, `${root}/`, evil, base, '/', '//')
  await fc.assert(
    fc.asyncProperty(start, fc.array(step, { maxLength: 8 }), async (from, steps) => {
      const path = `${from}${from === '' || from.endsWith('/') ? '' : '/'}${steps.join('/')}`
      const found = await guardPath(root, path)
      if (!found.ok) return
      expect(isInside(found.value, root)).toBe(true)
      const real = realOf(path.startsWith('/') ? path : `${root}/${path}`)
      if (real !== undefined) expect(found.value).toBe(real)
    }),
    { numRuns: Number(process.env.SLYGLASS_SOAK === '1' ? 20_000 : 500) },
  )
  expect(readFileSync(join(base, 'x'), 'utf8')).toBe('outside')
})

function realOf(path: string): string | undefined {
  try {
    // The other one takes `..` out of the text before it looks at links.
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}
