import { onAbort } from '@slyglass/base'
import { TimeUp } from './calls/time-up.ts'
import type { Clock } from './ports.ts'

/** How long a stopped call may take to end by itself. */
export const GRACE_MS = 2000
/** How long after the end of its time: the next attempt does not wait for one that hangs. */
const TIME_UP_GRACE_MS = 50

const graceAfter = (reason: unknown): number => (reason instanceof TimeUp ? TIME_UP_GRACE_MS : GRACE_MS)

/** What came of waiting: the work's own end, or silence until the grace was over. */
export type Waited<T> = { readonly ended: true; readonly value: T } | { readonly ended: false }

const ENDED = new Error('no longer waited for')

/** Waits for work, but after an abort no longer than the grace. Late ends are ignored. */
export async function withGrace<T>(work: Promise<T>, signal: AbortSignal, clock: Clock): Promise<Waited<T>> {
  let done: AbortController | undefined
  let stop = (): void => undefined
  const silence = new Promise<{ readonly ended: false }>((resolve) => {
    stop = () => {
      done = new AbortController()
      clock.sleep(graceAfter(signal.reason), done.signal).then(
        () => resolve({ ended: false }),
        () => undefined,
      )
    }
  })
  if (signal.aborted) stop()
  const release = onAbort(signal, stop)
  try {
    return await Promise.race([work.then((value) => ({ ended: true, value }) as const), silence])
  } finally {
    release()
    done?.abort(ENDED)
  }
}
