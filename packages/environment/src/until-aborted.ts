import { onAbort } from '@slyglass/base'

/** The outcome of some work, unless the signal is aborted before. */
export function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | 'aborted'> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) resolve('aborted')
    const release = onAbort(signal, () => resolve('aborted'))
    void work.then(resolve, reject).then(release)
  })
}
