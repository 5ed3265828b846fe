import { setTimeout as sleep } from 'node:timers/promises'
import { VirtualClock } from '@slyglass/runtime/testing'

/** Time as it passes: processes do not know another. Where a limit is a matter of the machine, each second may take several. */
export class RealClock extends VirtualClock {
  readonly #slowness: number
  readonly #began = Date.now()

  constructor(slowness = 1) {
    super()
    this.#slowness = slowness
  }

  override now(): number {
    return this.#began + Math.round((Date.now() - this.#began) / this.#slowness)
  }

  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const options = signal === undefined ? {} : { signal }
    await sleep(ms * this.#slowness, undefined, options).catch((error: unknown) => {
      throw signal?.reason ?? error
    })
  }
}
