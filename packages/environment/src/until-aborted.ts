/** The outcome of some work, unless the signal is aborted before. */
export async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | 'aborted'> {
  if (signal.aborted) {
    work.catch(() => {})
    return 'aborted'
  }
  let onAbort = () => {}
  const aborted = new Promise<'aborted'>((resolve) => {
    onAbort = () => resolve('aborted')
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
