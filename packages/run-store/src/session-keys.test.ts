import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sessionId } from '@slyglass/base'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { createSessionKeys, readMasterKey, unwrapSessionKeys } from './index.ts'

const root = mkdtempSync(join(tmpdir(), 'slyglass-keys-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const [master, session] = [randomBytes(32), sessionId('ses_a')]

describe('keys of a session', () => {
  test('[M1.3] any text opens under its name from kept keys, and its box does not show it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, name) => {
        const keys = createSessionKeys(master, session)
        const box = keys.seal(name, text)
        const kept = unwrapSessionKeys(master, session, keys.wrapped)
        expect(kept?.open(name, box)).toBe(text)
        expect(kept?.hmac(text)).toBe(keys.hmac(text))
        expect(kept?.open(`${name}!`, box)).toBeUndefined()
        if (text.length > 8) expect(Buffer.from(box.slice(3), 'base64').includes(text)).toBe(false)
      }),
      { numRuns: 50 },
    )
  })

  test('[M1.3] a box that was changed, moved to another session or sealed under other keys stays shut', () => {
    const keys = createSessionKeys(master, session)
    const box = keys.seal('a', 'secret')
    const other = box[8] === 'A' ? 'B' : 'A'
    expect(keys.open('a', box.slice(0, 8) + other + box.slice(9))).toBeUndefined()
    for (const bad of ['', 'v1.', 'v2.AAAA', box.slice(0, 30)]) expect(keys.open('a', bad)).toBeUndefined()
    expect(createSessionKeys(master, session).open('a', box)).toBeUndefined()
    expect(unwrapSessionKeys(master, sessionId('ses_b'), keys.wrapped)).toBeUndefined()
    expect(unwrapSessionKeys(randomBytes(32), session, keys.wrapped)).toBeUndefined()
  })

  test('[M1.3] two sessions give one value two fingerprints, and one text is never sealed alike', () => {
    const [one, other] = [createSessionKeys(master, session), createSessionKeys(master, session)]
    expect(one.hmac('"x"')).not.toBe(other.hmac('"x"'))
    expect(one.seal('a', 'x')).not.toBe(one.seal('a', 'x'))
  })
})

describe('the master key', () => {
  const value = (result: ReturnType<typeof readMasterKey>) => (result.ok ? result.value : undefined)

  test('[M1.3] is made once, has 32 bytes, and is readable by its owner alone', () => {
    const file = join(root, 'new', 'master.key')
    const made = value(readMasterKey(file, undefined))
    expect(made).toHaveLength(32)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(value(readMasterKey(file, ''))).toEqual(made)
    expect(readdirSync(join(root, 'new'))).toEqual(['master.key'])
  })

  test('[M1.3] that others may read is closed to them', () => {
    const file = join(root, 'open.key')
    writeFileSync(file, randomBytes(32), { mode: 0o644 })
    expect(value(readMasterKey(file, undefined))).toEqual(readFileSync(file))
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('[M1.3] comes from the environment where it is given, and no file is made', () => {
    const file = join(root, 'unused.key')
    const key = randomBytes(32)
    expect(value(readMasterKey(file, key.toString('base64')))).toEqual(key)
    expect(value(readMasterKey(file, `${key.toString('hex').toUpperCase()}\n`))).toEqual(key)
    expect(readdirSync(root)).not.toContain('unused.key')
  })

  test('that is none is refused in words that do not repeat it', () => {
    const given = readMasterKey(join(root, 'x'), 'too-short-to-be-a-key')
    expect(given).toMatchObject({ ok: false, error: { code: 'master-key' } })
    expect(JSON.stringify(given)).not.toContain('too-short')
    const file = join(root, 'cut.key')
    writeFileSync(file, 'half')
    const cut = readMasterKey(file, undefined)
    expect(cut).toMatchObject({ ok: false, error: { message: expect.stringContaining(`${file} is damaged`) } })
    expect(readFileSync(file, 'utf8')).toBe('half')
    mkdirSync(join(root, 'folder.key'))
    expect(readMasterKey(join(root, 'folder.key'), undefined)).toMatchObject({ ok: false })
  })
})
