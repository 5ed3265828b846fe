import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for something that happens soon. */
export async function until(isSo: () => boolean | Promise<boolean>, ms = 60_000): Promise<void> {
  for (const end = Date.now() + ms; !(await isSo()); await sleep(20))
    if (Date.now() > end) throw new Error('it did not happen')
}
