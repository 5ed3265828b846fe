/** Who waits for a signal. It is emptied when nobody does: an engine's lists of the past keep it for a while. */
interface Waiting {
  stop: (() => void) | undefined
}

const called = new WeakMap<AbortSignal, Set<Waiting>>()

/**
 * Calls back once when a signal is aborted, until it is released. All who wait share one listener: a signal that many calls
 * share would warn of a leak.
 */
export function onAbort(signal: AbortSignal, stop: () => void): () => void {
  const waiting = called.get(signal) ?? listen(signal)
  const one: Waiting = { stop }
  waiting.add(one)
  return () => {
    one.stop = undefined
    waiting.delete(one)
  }
}

function listen(signal: AbortSignal): Set<Waiting> {
  const waiting = new Set<Waiting>()
  called.set(signal, waiting)
  signal.addEventListener(
    'abort',
    () => {
      const all = [...waiting]
      waiting.clear()
      for (const { stop } of all) stop?.()
    },
    { once: true },
  )
  return waiting
}
