// Another run's log as the source of answers: replay and test take them all, a fork takes those before its edits.
import type { SpanId } from '@slyglass/base'
import { type Answers, answersOf, type LogEvent, type ModelAnswer, type ToolAnswer } from '@slyglass/run-log'

export type Policy = 'take' | 'live' | 'mock'

export interface RecordOptions {
  readonly log: readonly LogEvent[]
  /** What a call does whose recorded question differs: `fail` in replay and test, `live` in a fork. */
  readonly onDifference: 'fail' | 'live'
  policy?(call: SpanId): Policy
  /** The answer of a mocked call. */
  mock?(call: SpanId): ModelAnswer | ToolAnswer
}

export interface RecordSource {
  readonly answers: Answers
  readonly onDifference: 'fail' | 'live'
  policy(call: SpanId): Policy
  mock(call: SpanId): ModelAnswer | ToolAnswer | undefined
}

export function recordSource(options: RecordOptions): RecordSource {
  return {
    answers: answersOf(options.log),
    onDifference: options.onDifference,
    policy: (call) => options.policy?.(call) ?? 'take',
    mock: (call) => options.mock?.(call),
  }
}
