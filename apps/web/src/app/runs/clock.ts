import { useSyncExternalStore } from 'react'

const TICK_MS = 100
const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

const still = () => () => undefined

/** The time, ten times a second from one clock while `ticking`; else the time of the last tick. */
export function useNow(ticking: boolean): number {
  return useSyncExternalStore(ticking ? subscribe : still, () => now)
}
