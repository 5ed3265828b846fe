// What adapters of the outside throw. A file of its own, so that a command that only looks at tools loads no runtime.
import type { Failure } from '@slyglass/run-log'

/** The other server could not be asked, or broke off. */
export class FarFailure extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** No connection came about, so nothing was asked: the same call may be made again. */
export class McpUnreached extends Error {}
