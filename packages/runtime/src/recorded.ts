// How an attempt is recorded where rules leave fields out of arguments: what is said of it may repeat them.
import type { JsonText } from '@slyglass/base'
import type { Failure, MiddlewareAnswer, ToolAnswer } from '@slyglass/run-log'

export interface Recorded {
  /** The arguments as they are recorded, when that is not how they are sent. */
  readonly logArgs?: JsonText
  /** What is recorded of a text that the tool prints, reports or fails with. */
  readonly clean?: (text: string) => string
}

/** A failed attempt's end as it is recorded. */
export function cleanedFailure<A extends ToolAnswer | MiddlewareAnswer>(
  answer: A,
  failure: Failure,
  { clean }: Recorded,
): { readonly answer: A; readonly failure: Failure } {
  if (clean === undefined) return { answer, failure }
  const { message, detail } = failure
  const told = { ...failure, message: clean(message), ...(detail !== undefined && { detail: clean(detail) }) }
  return { answer: answer.of === 'tool' ? { ...answer, text: clean(answer.text) } : answer, failure: told }
}
