const LONGEST_MS = 2 ** 31 - 1

/** Waits; rejects with the signal's reason when it is aborted before. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(ms, LONGEST_MS),
    )
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Calls back after a while, unless it is taken back before. */
export function callAfter(ms: number, ring: () => void): () => void {
  const timer = setTimeout(ring, Math.min(ms, LONGEST_MS))
  return () => clearTimeout(timer)
}
