import { TimeUp } from './calls/time-up.ts'
import type { Clock } from './ports.ts'

/** How long a stopped call may take to end by itself. */
export const GRACE_MS = 2000
/** How long after the end of its time: the next attempt does not wait for one that hangs. */
const TIME_UP_GRACE_MS = 50

const graceAfter = (reason: unknown): number => (reason instanceof TimeUp ? TIME_UP_GRACE_MS : GRACE_MS)

/** What came of waiting: the work's own end, or silence until the grace was over. */
export type Waited<T> = { readonly ended: true; readonly value: T } | { readonly ended: false }

/** Waits for work, but after an abort no longer than the grace. Late ends are ignored. */
export async function withGrace<T>(work: Promise<T>, signal: AbortSignal, clock: Clock): Promise<Waited<T>> {
  const done = new AbortController()
  const silence = afterAbort(signal, done.signal)
    .then(() => clock.sleep(graceAfter(signal.reason), done.signal))
    .then(
      () => ({ ended: false }) as const,
      () => new Promise<never>(() => undefined),
    )
  try {
    return await Promise.race([work.then((value) => ({ ended: true, value }) as const), silence])
  } finally {
    done.abort()
  }
}

function afterAbort(signal: AbortSignal, done: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const stopped = () => resolve()
    signal.addEventListener('abort', stopped, { once: true })
    const leave = () => {
      signal.removeEventListener('abort', stopped)
      reject(new Error('no longer waited for'))
    }
    done.addEventListener('abort', leave, { once: true })
  })
}
