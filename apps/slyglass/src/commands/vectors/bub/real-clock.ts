import { setTimeout as sleep } from 'node:timers/promises'
import { VirtualClock } from '@slyglass/runtime/testing'

/** Time as it passes: processes do not know another. */
export class RealClock extends VirtualClock {
  override now(): number {
    return Date.now()
  }

  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await sleep(ms, undefined, signal === undefined ? {} : { signal }).catch((error: unknown) => {
      throw signal?.reason ?? error
    })
  }
}
