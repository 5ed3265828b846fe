import type { LogEvent, SlyRef } from './events.ts'

/** Which private keys the board holds after a log, by key: `run.started` and every `sly.changed`, in order. */
export function boardAfter(log: readonly LogEvent[]): ReadonlyMap<string, SlyRef> {
  const board = new Map<string, SlyRef>()
  for (const event of log) {
    if (event.type === 'run.started') for (const ref of event.sly) board.set(ref.key, ref)
    if (event.type !== 'sly.changed') continue
    for (const { key } of event.removed) board.delete(key)
    for (const { key, fingerprint, bytes } of event.set) board.set(key, { key, fingerprint, bytes })
  }
  return board
}
