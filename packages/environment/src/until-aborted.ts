import { onAbort } from '@slyglass/base'

/** The outcome of some work, unless the signal is aborted before. */
export async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | 'aborted'> {
  if (signal.aborted) {
    work.catch(() => {})
    return 'aborted'
  }
  let release = () => {}
  const aborted = new Promise<'aborted'>((resolve) => {
    release = onAbort(signal, () => resolve('aborted'))
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    release()
  }
}
