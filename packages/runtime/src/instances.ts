import type { RunEvent } from '@slyglass/run-log'

/** neuro-san's instantiation index: how often a name was activated in this run, on whatever path. */
export class Instances {
  readonly #counts = new Map<string, number>()

  /** Goes on from what a log has. */
  constructor(log: readonly RunEvent[]) {
    this.follow(log)
  }

  /** What was counted by others: in this log before, or in one whose answers are taken. */
  follow(log: readonly RunEvent[]): void {
    for (const event of log) {
      if (event.type === 'tool.started') this.#reach(event.reference ?? event.tool, event.instance)
      if (event.type === 'attempt.started' && event.middleware !== undefined)
        this.#reach(shortName(event.middleware.class), event.middleware.instance)
      if (event.type === 'agent.started') this.#reach(event.agent, event.instance)
      if (event.type === 'tool.started') for (const step of event.origin ?? []) this.#reach(step.tool, step.instance)
    }
  }

  next(name: string): number {
    const index = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, index)
    return index
  }

  #reach(name: string, index: number): void {
    this.#counts.set(name, Math.max(index, this.#counts.get(name) ?? 0))
  }
}

/** A class without its module. */
export function shortName(className: string): string {
  return className.slice(className.lastIndexOf('.') + 1)
}
