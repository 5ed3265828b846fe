// Kills a process at a chosen commit, and gives the next one what a sealed store would: the values behind the log's fingerprints.
import type { JsonText } from '@slyglass/base'
import { boardAfter, type RunEvent } from '@slyglass/run-log'
import { createVault, type SlyVault } from '@slyglass/sly'
import type { RunStore } from '../ports.ts'
import type { Process } from './busy-desk.ts'
import { testHmac } from './digests.ts'

export interface CrashPoint {
  /** Number of the commit, from 1. */
  readonly commit: number
  /** Whether that commit reached the disk before the process died. */
  readonly written: boolean
}

/** A store in front of another that dies at a commit and takes the process with it. */
export function crashingStore(store: RunStore, point: CrashPoint, process: Process): RunStore {
  let commits = 0
  return {
    create: (row) => store.create(row),
    own: (run) => store.own(run),
    tail: (run, after, signal) => store.tail(run, after, signal),
    read: (run, after, limit) => store.read(run, after, limit),
    chunk: (sha) => store.chunk(sha),
    sealed: (session) => store.sealed(session),
    seal: (boxes, keys) => store.seal(boxes, keys),
    forget: (session) => store.forget(session),
    discard: (run) => store.discard(run),
    send: (run, command) => store.send(run, command),
    inbox: (run, signal) => store.inbox(run, signal),
    list: (filter) => store.list(filter),
    async commit(run, epoch, batch) {
      if (process.dead) throw new Error('the process is dead')
      commits += 1
      if (commits < point.commit) return store.commit(run, epoch, batch)
      process.dead = true
      if (point.written) await store.commit(run, epoch, batch)
      throw new Error('the process is dead')
    },
  }
}

/** Values by fingerprint, as boxes would keep them. */
export class Boxes {
  readonly #texts = new Map<string, JsonText>()

  /** A vault that leaves a box of every value. */
  watch(vault: SlyVault): SlyVault {
    this.#seal(vault)
    const sealed = <T>(change: T): T => {
      this.#seal(vault)
      return change
    }
    return {
      get version() {
        return vault.version
      },
      get isEmpty() {
        return vault.isEmpty
      },
      values: () => vault.values(),
      opaque: () => vault.opaque(),
      find: (key, fingerprint) => vault.find(key, fingerprint),
      refs: () => vault.refs(),
      update: (values) => sealed(vault.update(values)),
      replace: (values) => sealed(vault.replace(values)),
      foresee: (values) => vault.foresee(values),
      merge: (base, diff) => sealed(vault.merge(base, diff)),
      seal: (what) => vault.seal(what),
      open: (name, box) => vault.open(name, box),
      search: (text) => vault.search(text),
    }
  }

  /** The vault as it was after a log. */
  open(log: readonly RunEvent[]): SlyVault {
    const values = [...boardAfter(log)].map(([key, ref]) => {
      const text = this.#texts.get(ref.fingerprint)
      if (text === undefined) throw new Error(`there is no box of ${key}`)
      return [key, text] as const
    })
    return this.watch(createVault({ hmac: testHmac, values: new Map(values) }))
  }

  #seal(vault: SlyVault): void {
    for (const text of vault.values().values()) this.#texts.set(testHmac(text).slice(0, 32), text)
  }
}
