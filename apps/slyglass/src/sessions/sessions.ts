import { randomBytes } from 'node:crypto'
import {
  err,
  isJsonObject,
  type JsonText,
  ok,
  parseJson,
  printJson,
  type Result,
  type SessionId,
  sessionId,
} from '@slyglass/base'
import type { SlySearch, SlyVault } from '@slyglass/sly'
import type { Refusal } from '../server/refusal.ts'

/** Private values by session, in this process's memory and nowhere else. */
export interface Sessions {
  create(): SessionId
  /** The session's live vault; a session of an earlier launch starts with an empty one. */
  vault(session: SessionId): SlyVault
  /** Lets go of a session's values; nothing may ask for them afterwards. */
  forget(session: SessionId): void
  /** Searches of all vaults that hold something. */
  searches(): readonly SlySearch[]
}

export function createSessions(makeVault: () => SlyVault): Sessions {
  const vaults = new Map<SessionId, SlyVault>()
  const built = new Map<SlyVault, { readonly version: number; readonly search: SlySearch }>()
  const searchOf = (vault: SlyVault): SlySearch => {
    const known = built.get(vault)
    if (known !== undefined && known.version === vault.version) return known.search
    const search = vault.search('')
    built.set(vault, { version: vault.version, search })
    return search
  }
  return {
    create: () => sessionId(newId('ses')),
    vault(session) {
      const known = vaults.get(session) ?? makeVault()
      vaults.set(session, known)
      return known
    },
    forget(session) {
      const vault = vaults.get(session)
      vaults.delete(session)
      if (vault !== undefined) built.delete(vault)
    },
    searches: () => [...vaults.values()].filter((vault) => !vault.isEmpty).map(searchOf),
  }
}

/** An id: a prefix and 20 characters that nobody can guess. */
export function newId(prefix: 'ses' | 'run'): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567'
  return `${prefix}_${[...randomBytes(20)].map((byte) => letters[byte % letters.length]).join('')}`
}

/** Private values as a person or client wrote them: the keys of one JSON object, each value as exact text. */
export function readSlyValues(text: string): Result<ReadonlyMap<string, JsonText>, Refusal> {
  const parsed = parseJson(text)
  // The text itself is private: the answer names the place, not what stands there.
  if (!parsed.ok) return err(notAnObject(`${parsed.error.message} at character ${parsed.error.offset + 1}`))
  if (!isJsonObject(parsed.value)) return err(notAnObject('it is JSON, but not an object'))
  return ok(new Map([...parsed.value].map(([key, value]) => [key, printJson(value)])))
}

function notAnObject(why: string): Refusal {
  return {
    status: 400,
    code: 'sly-not-object',
    message: `The private values cannot be read: ${why}.`,
    hint: 'Write one JSON object, such as {"running_cost": 3.0}.',
  }
}
