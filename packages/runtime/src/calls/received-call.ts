import type { SpanId } from '@slyglass/base'
import type { ModelCall } from '@slyglass/run-log'
import type { LimitReached } from '@slyglass/tools'
import type { Forms } from '../forms.ts'
import type { AgentCall } from '../run-context.ts'
import type { Discipline } from './discipline.ts'
import type { SharedValues } from './shared-values.ts'

/** A call as it was received, before anything decided about it. */
export interface ReceivedCall {
  readonly agent: AgentCall
  readonly span: SpanId
  readonly parent: SpanId
  readonly call: Forms<ModelCall>
  readonly discipline: Discipline
  readonly values: SharedValues
  readonly signal: AbortSignal
  /** A hard limit that this call passes, so that it is not made. */
  readonly limit?: LimitReached
}
