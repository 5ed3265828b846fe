// The keys of a session: one for its values, one for their fingerprints, both wrapped by the master key (AES-256-GCM).
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { SessionId } from '@slyglass/base'

/** What a vault may do with its session's keys. The keys themselves stay in here. */
export interface SessionKeys {
  hmac(text: string): string
  readonly wrapped: string
  seal(name: string, text: string): string
  open(name: string, box: string): string | undefined
}

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1.'

/** Fresh keys of a session that has none. */
export function createSessionKeys(master: Buffer, session: SessionId): SessionKeys {
  return fromBytes(master, session, randomBytes(2 * KEY_BYTES))
}

/** Keys that were kept; undefined when the master key is another one, or they belong to another session. */
export function unwrapSessionKeys(master: Buffer, session: SessionId, wrapped: string): SessionKeys | undefined {
  const bytes = openBytes(master, wrapLabel(session), wrapped)
  return bytes?.length === 2 * KEY_BYTES ? fromBytes(master, session, bytes, wrapped) : undefined
}

function fromBytes(master: Buffer, session: SessionId, bytes: Buffer, kept?: string): SessionKeys {
  const [data, fingerprints] = [bytes.subarray(0, KEY_BYTES), bytes.subarray(KEY_BYTES)]
  const label = (name: string) => `box ${session} ${name}`
  return {
    wrapped: kept ?? sealBytes(master, wrapLabel(session), bytes),
    hmac: (text) => createHmac('sha256', fingerprints).update(text, 'utf8').digest('hex'),
    seal: (name, text) => sealBytes(data, label(name), Buffer.from(text, 'utf8')),
    open: (name, box) => openBytes(data, label(name), box)?.toString('utf8'),
  }
}

function wrapLabel(session: SessionId): string {
  return `keys ${session}`
}

/** The label is bound to the box: a box that was moved to another place does not open. */
function sealBytes(key: Buffer, label: string, bytes: Buffer): string {
  const nonce = nextNonce()
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label, 'utf8'))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return VERSION + Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64')
}

const NONCES = 256
let drawn = Buffer.alloc(0)

/** Random; drawn for many boxes at once. */
function nextNonce(): Buffer {
  if (drawn.length === 0) drawn = randomBytes(NONCES * NONCE_BYTES)
  const nonce = drawn.subarray(0, NONCE_BYTES)
  drawn = drawn.subarray(NONCE_BYTES)
  return nonce
}

function openBytes(key: Buffer, label: string, box: string): Buffer | undefined {
  const bytes = Buffer.from(box.slice(VERSION.length), 'base64')
  if (!box.startsWith(VERSION) || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  const tag = bytes.subarray(bytes.length - TAG_BYTES)
  const options = { authTagLength: TAG_BYTES }
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), options)
  decipher.setAAD(Buffer.from(label, 'utf8')).setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}
