import { createHmac, randomBytes } from 'node:crypto'
import {
  err,
  isJsonObject,
  type JsonText,
  ok,
  PassingMap,
  parseJson,
  printJson,
  type Result,
  type RunId,
  type SessionId,
  sessionId,
} from '@slyglass/base'
import { createSessionKeys, type LibsqlRunStore, type SessionKeys, unwrapSessionKeys } from '@slyglass/run-store'
import { restoreVault, sealBoard } from '@slyglass/runtime'
import { createVault, MOST_SLY_VALUES, type SlyKeys, type SlySearch, type SlyVault, slySizeFault } from '@slyglass/sly'
import type { Refusal } from '../refusal.ts'
import { newId } from './new-id.ts'

export { newId }

/** Private values by session: in this process's memory, and sealed in the journal as far as their networks allow. */
export interface Sessions {
  create(): SessionId
  /** The session's live vault; that of an earlier launch's session holds what its boxes hold. */
  vault(session: SessionId): Promise<SlyVault>
  /**
   * A person changed the values between two runs: they are sealed where those of its runs are. `removed` says that some were
   * taken out: then no box from before is left.
   */
  keep(session: SessionId, removed?: boolean): Promise<void>
  /**
   * Lets go of a session's values for good, and of those of the networks that it asked. Its logs stay. Nothing that tools left open
   * for it stays either, unless the session goes on.
   */
  forget(session: SessionId, goesOn?: boolean): Promise<void>
  /** Searches of all vaults that hold something, and of those whose tools may still speak. */
  searches(): readonly SlySearch[]
}

interface SessionsOptions {
  readonly store: Pick<LibsqlRunStore, 'list' | 'read' | 'runsOf' | 'sealed' | 'seal' | 'forget'>
  readonly master: Buffer
  /** Resolves when nothing that a run started can speak any more. */
  gone(run: RunId): Promise<void>
  /** Nobody works in the session any more. */
  left?(session: SessionId): Promise<void>
}

interface Searched {
  readonly vault: SlyVault
  search(): SlySearch
}

export function createSessions(options: SessionsOptions): Sessions {
  const { store } = options
  const vaults = new PassingMap<SessionId, Promise<SlyVault>>()
  const living = new PassingMap<SessionId, Searched>()
  const leaving = new PassingMap<SessionId, Searched>()
  /** Sessions that nobody has asked for yet: nothing of them is kept anywhere. */
  const fresh = new Set<SessionId>()
  const open = async (session: SessionId): Promise<SlyVault> => {
    const vault = fresh.delete(session)
      ? vaultOf(createSessionKeys(options.master, session))
      : await openVault(options, session)
    living.set(session, { vault, search: searchOf(vault) })
    return vault
  }
  const drop = async (session: SessionId, runs: readonly RunId[]): Promise<void> => {
    const searched = living.get(session)
    vaults.delete(session)
    living.delete(session)
    await store.forget(session)
    if (searched === undefined || searched.vault.isEmpty) return
    leaving.set(session, searched)
    void Promise.all(runs.map((run) => options.gone(run))).finally(() => leaving.delete(session))
  }
  return {
    create() {
      const session = sessionId(newId('ses'))
      fresh.add(session)
      return session
    },
    vault(session) {
      const known = vaults.get(session) ?? open(session)
      vaults.set(session, known)
      return known
    },
    async keep(session, removed = false) {
      const vault = await this.vault(session)
      if ((await store.sealed(session)).wrapped === undefined) return
      if (removed) await store.forget(session)
      await sealBoard(vault, session, store)
    },
    async forget(session, goesOn = false) {
      for (const [one, runs] of await findFamily(store, session)) {
        await drop(one, runs)
        if (!goesOn) await options.left?.(one)
      }
    },
    searches: () =>
      [...living.values(), ...leaving.values()].filter(({ vault }) => !vault.isEmpty).map(({ search }) => search()),
  }
}

/** Built once per change of a vault. */
function searchOf(vault: SlyVault): () => SlySearch {
  let built: { readonly version: number; readonly search: SlySearch } | undefined
  return () => {
    if (built?.version !== vault.version) built = { version: vault.version, search: vault.search('') }
    return built.search
  }
}

async function openVault({ store, master }: SessionsOptions, session: SessionId): Promise<SlyVault> {
  const { wrapped } = await store.sealed(session)
  const keys = wrapped === undefined ? createSessionKeys(master, session) : unwrapSessionKeys(master, session, wrapped)
  const vault = keys === undefined ? createVault({ hmac: passingHmac() }) : vaultOf(keys)
  if (wrapped !== undefined && keys !== undefined) await restoreVault(vault, session, store)
  return vault
}

function vaultOf(keys: SessionKeys): SlyVault {
  return createVault({ hmac: keys.hmac, keys })
}

/** Sealed under a master key that is not there: what is sealed stays so, and new values live in memory only. */
function passingHmac(): SlyKeys['hmac'] {
  const key = randomBytes(32)
  return (text) => createHmac('sha256', key).update(text, 'utf8').digest('hex')
}

/** A session with its runs, and those of the networks that its runs have asked. */
async function findFamily(
  store: SessionsOptions['store'],
  session: SessionId,
): Promise<ReadonlyMap<SessionId, readonly RunId[]>> {
  const family = new Map<SessionId, readonly RunId[]>()
  const waiting = [session]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { runs, peers } = await store.runsOf(one)
    family.set(one, runs)
    waiting.push(...peers.map(peerSession))
  }
  return family
}

/** The runtime gives both the same letters. */
function peerSession(run: RunId): SessionId {
  return sessionId(run.replace(/^run_/, 'ses_'))
}

/** Private values as a person or client wrote them: the keys of one JSON object, each value as exact text. */
export function readSlyValues(text: string): Result<ReadonlyMap<string, JsonText>, Refusal> {
  const parsed = parseJson(text)
  // The text itself is private: the answer names the place, not what stands there.
  if (!parsed.ok) return err(notAnObject(`${parsed.error.message} at character ${parsed.error.offset + 1}`))
  if (!isJsonObject(parsed.value)) return err(notAnObject('it is JSON, but not an object'))
  if (parsed.value.size > MOST_SLY_VALUES) return err(tooMany(parsed.value.size))
  const values = new Map([...parsed.value].map(([key, value]) => [key, printJson(value)]))
  const fault = slySizeFault(new Map(), values)
  return fault === undefined ? ok(values) : err(slyTooLarge(fault))
}

/** There would be too much in a session; `fault` as the vault says it. */
export function slyTooLarge(fault: string): Refusal {
  return { status: 413, code: 'sly-too-large', message: `The private values are not taken: ${fault}.` }
}

function tooMany(given: number): Refusal {
  const shown = (count: number) => count.toLocaleString('en')
  return {
    status: 413,
    code: 'sly-too-many',
    message: `There are ${shown(given)} private values, and at most ${shown(MOST_SLY_VALUES)} are taken.`,
    hint: 'Put values that belong together into one object or list under one key.',
  }
}

function notAnObject(why: string): Refusal {
  return {
    status: 400,
    code: 'sly-not-object',
    message: `The private values cannot be read: ${why}.`,
    hint: 'Write one JSON object, such as {"running_cost": 3.0}.',
  }
}
