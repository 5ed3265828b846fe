import type { RunId } from '@slyglass/base'
import type { LogEvent } from '@slyglass/run-log'

/** The events of the runs in view, in order. They are kept beside the store because appending must not copy them. */
export class RunLogs {
  readonly #logs = new Map<RunId, LogEvent[]>()

  append(run: RunId, events: readonly LogEvent[]): void {
    const log = this.#logs.get(run) ?? []
    const last = log.at(-1)?.seq ?? -1
    for (const event of events) if (event.seq > last) log.push(event)
    this.#logs.set(run, log)
  }

  all(run: RunId): readonly LogEvent[] {
    return this.#logs.get(run) ?? []
  }

  /** The events with these numbers; numbers that are not here are passed over. */
  find(run: RunId, numbers: readonly number[]): readonly LogEvent[] {
    const log = this.all(run)
    return numbers.flatMap((number) => {
      const event = log[indexOf(log, number)]
      return event?.seq === number ? [event] : []
    })
  }

  drop(run: RunId): void {
    this.#logs.delete(run)
  }
}

/** First place whose number is not below `seq`. A compacted log has gaps, so a number is not a place. */
function indexOf(log: readonly LogEvent[], seq: number): number {
  let [low, high] = [0, log.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((log[middle]?.seq ?? seq) < seq) low = middle + 1
    else high = middle
  }
  return low
}
