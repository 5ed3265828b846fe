// Calls that are stopped when a signal is aborted. A listener costs as much as the sending of a call, and calls of one agent share its
// signal, one after the other: each signal has one listener, which stays for a while when nobody is called.

interface Listening {
  readonly stops: Set<() => void>
  readonly listener: () => void
}

const QUIET_MS = 1_000
const listening = new Map<AbortSignal, Listening>()
let timer: NodeJS.Timeout | undefined

/** Calls `stop` when the signal is aborted. It must not be aborted yet. */
export function stopOn(signal: AbortSignal, stop: () => void): void {
  let known = listening.get(signal)
  if (known === undefined) {
    const stops = new Set<() => void>()
    known = { stops, listener: () => stopAll(signal, stops) }
    listening.set(signal, known)
    signal.addEventListener('abort', known.listener)
  }
  known.stops.add(stop)
}

/** It need not be stopped any more. */
export function stopNoLonger(signal: AbortSignal, stop: () => void): void {
  const stops = listening.get(signal)?.stops
  stops?.delete(stop)
  if (stops?.size === 0 && timer === undefined) timer = setTimeout(forgetQuiet, QUIET_MS).unref()
}

function stopAll(signal: AbortSignal, stops: Set<() => void>): void {
  for (const stop of stops) stop()
  listening.delete(signal)
}

function forgetQuiet(): void {
  timer = undefined
  for (const [signal, { stops, listener }] of listening) {
    if (stops.size > 0) continue
    signal.removeEventListener('abort', listener)
    listening.delete(signal)
  }
}
