import { createHash, createHmac } from 'node:crypto'
import { type SessionId, sha256 } from '@slyglass/base'
import type { SlyKeys } from '@slyglass/sly'
import type { Digests } from '../ports.ts'

export const nodeDigests: Digests = {
  sha256: (text) => sha256(createHash('sha256').update(text, 'utf8').digest('hex')),
}

/** A session's fingerprints under a fixed key, so that tests see the same ones. */
export function testHmac(text: string): string {
  return createHmac('sha256', 'a session of a test').update(text, 'utf8').digest('hex')
}

/** Keys of a session that seal nothing in earnest, but open only what was sealed here, under its name. */
export function testKeys(session: SessionId): SlyKeys {
  const label = (name: string) => `${session} ${name} `
  return {
    hmac: testHmac,
    wrapped: `keys of ${session}`,
    seal: (name, text) => Buffer.from(label(name) + text, 'utf8').toString('base64'),
    open: (name, box) => {
      const text = Buffer.from(box, 'base64').toString('utf8')
      return text.startsWith(label(name)) ? text.slice(label(name).length) : undefined
    },
  }
}
