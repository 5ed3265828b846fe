import { setTimeout as wait } from 'node:timers/promises'

/** Waits; rejects with the signal's reason when it is aborted. */
export async function sleepFor(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
}
