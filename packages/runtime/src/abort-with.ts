/** What is called when a signal is aborted. */
const called = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls back once when a signal is aborted, until it is released. All who wait share one listener: a signal that many calls
 * share would warn of a leak.
 */
export function onAbort(signal: AbortSignal, stop: () => void): () => void {
  const waiting = called.get(signal) ?? listen(signal)
  // The same function may wait twice.
  const once = () => stop()
  waiting.add(once)
  return () => void waiting.delete(once)
}

function listen(signal: AbortSignal): Set<() => void> {
  const waiting = new Set<() => void>()
  called.set(signal, waiting)
  signal.addEventListener(
    'abort',
    () => {
      const all = [...waiting]
      waiting.clear()
      for (const stop of all) stop()
    },
    { once: true },
  )
  return waiting
}

/** Aborts a controller when a signal is aborted, until it is released. `AbortSignal.any` costs many times as much. */
export function abortWith(signal: AbortSignal, controller: AbortController): () => void {
  const abort = (): void => controller.abort(signal.reason)
  if (!signal.aborted) return onAbort(signal, abort)
  abort()
  return () => undefined
}

/** Work with a signal of its own, which is aborted with another. */
export async function withOwnSignal<T>(signal: AbortSignal, work: (own: AbortSignal) => Promise<T>): Promise<T> {
  const own = new AbortController()
  const release = abortWith(signal, own)
  try {
    return await work(own.signal)
  } finally {
    release()
  }
}
