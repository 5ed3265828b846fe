// A class that raised: the agent stops with its words. What Python calls a ValueError is tried again as the original does.
import type { Failure } from '@slyglass/run-log'
import type { Forms } from '../forms.ts'
import type { StepEnd } from './run-step.ts'

export interface MiddlewareFailure {
  readonly failure: Failure
  readonly said: Forms<string>
}

/** Ends a batch of calls: raised around one of them. */
export class MiddlewareRaised extends Error {
  readonly failed: MiddlewareFailure
  constructor(failed: MiddlewareFailure) {
    super(failed.failure.message)
    this.failed = failed
  }
}

export function raised({ failure, said }: Extract<StepEnd, { ok: false }>): MiddlewareFailure {
  return { failure, said: said.truth === '' ? { truth: failure.message, logged: failure.message } : said }
}

/** The original takes such an exception for an answer that it could not read, and asks again. */
export function isTriedAgain(failure: Failure): boolean {
  return failure.code === 'middleware-value'
}
