import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVault } from '@slyglass/sly'
import { afterAll, describe, expect, test } from 'vitest'
import { createRedactor } from './redact.ts'
import { openServerLog } from './server-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'slyglass-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SECRET = 'canary "quoted" value'
const KEY = 'sk-canary-0123456789'
const vault = createVault({ hmac: () => '0'.repeat(64), values: new Map([['secret', JSON.stringify(SECRET)]]) })
const redactor = createRedactor({ secrets: () => [KEY, 'abc'], searches: () => [vault.search('')] })

describe('what the server writes of itself', () => {
  test('[S-39] a value is masked in every form that a log line may give it', () => {
    const file = join(folder, 'logs/server.log')
    const log = openServerLog(file, redactor)
    log.error(
      { text: SECRET, inner: { json: JSON.stringify({ x: SECRET }) }, url: `?q=${encodeURIComponent(SECRET)}` },
      SECRET,
    )
    log.info({ base64: Buffer.from(SECRET).toString('base64'), stack: new Error(SECRET).stack })
    log.warn({ header: `Bearer ${KEY}`, encoded: Buffer.from(`x:${KEY}`).toString('base64') }, `key ${KEY}`)
    const text = readFileSync(file, 'utf8')
    expect(text.split('\n').filter(Boolean)).toHaveLength(3)
    for (const form of [
      SECRET,
      'canary \\"quoted',
      encodeURIComponent(SECRET),
      KEY,
      Buffer.from(SECRET).toString('base64').slice(0, 20),
    ])
      expect(text).not.toContain(form)
    expect(text).toContain('⟨sly:secret⟩')
    for (const line of text.split('\n').filter(Boolean)) expect(() => JSON.parse(line)).not.toThrow()
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  test('short secrets are not replaced: they would tear ordinary words apart', () => {
    expect(redactor.redact('the abc of it')).toBe('the abc of it')
  })
})
