import { onAbort } from '@slyglass/base'

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
