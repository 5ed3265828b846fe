// Kills a process at a chosen commit.
import type { RunStore } from '../ports.ts'
import type { Process } from './busy-desk.ts'

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
    async discard(run) {
      if (process.dead) throw new Error('the process is dead')
      return store.discard(run)
    },
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
