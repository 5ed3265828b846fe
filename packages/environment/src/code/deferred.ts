/** A promise and what settles it. */
export interface Deferred<T> {
  readonly promise: Promise<T>
  resolve(value: T): void
  reject(problem: unknown): void
}

export function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => {}
  let reject: (problem: unknown) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  // Who waits for it hears of a rejection; that nobody does is no fault.
  promise.catch(() => {})
  return { promise, resolve, reject }
}

/** Resolves when it is aborted; not listened to any more once `over` is. */
export function whenAborted(signal: AbortSignal, over: AbortSignal): Promise<'stopped'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('stopped')
    else signal.addEventListener('abort', () => resolve('stopped'), { once: true, signal: over })
  })
}
