import { createHash, createHmac } from 'node:crypto'
import { sha256 } from '@slyglass/base'
import type { Digests } from '../ports.ts'

export const nodeDigests: Digests = {
  sha256: (text) => sha256(createHash('sha256').update(text, 'utf8').digest('hex')),
}

/** A session's fingerprints under a fixed key, so that tests see the same ones. */
export function testHmac(text: string): string {
  return createHmac('sha256', 'a session of a test').update(text, 'utf8').digest('hex')
}
