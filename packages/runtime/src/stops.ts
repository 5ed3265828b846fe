// Why work ends early. These are reasons of abort signals, neither failures nor bugs.
import type { SpanId } from '@slyglass/base'
import { RunLimitReached } from './calls/run-limit.ts'
import { TimeUp } from './calls/time-up.ts'

/** A person stopped the run. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
  constructor() {
    super('the run was stopped')
  }
}

/** An agent used up its `max_execution_seconds`. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed'
  readonly agent: SpanId
  constructor(agent: SpanId) {
    super('the agent ran out of time')
    this.agent = agent
  }
}

/** This process lets the run go without ending it: it is shutting down, or the journal no longer takes its events. */
export class Detached extends Error {
  override readonly name = 'Detached'
}

/** A call asks something else than the log says it asked: the run cannot go on from this log. */
export class Diverged extends Error {
  override readonly name = 'Diverged'
  readonly code: 'resume-diverged' | 'replay-diverged'
  readonly span: SpanId
  constructor(code: 'resume-diverged' | 'replay-diverged', span: SpanId, message: string) {
    super(message)
    this.code = code
    this.span = span
  }
}

/** True for the ends above, which travel up as exceptions and must not be taken for a bug. */
export function isStop(error: unknown): boolean {
  return (
    error instanceof Cancelled ||
    error instanceof DeadlinePassed ||
    error instanceof Detached ||
    error instanceof Diverged ||
    error instanceof RunLimitReached ||
    error instanceof TimeUp
  )
}
