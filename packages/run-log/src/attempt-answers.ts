// What attempts answer, as the log holds it.
import type { JsonText } from '@slyglass/base'
import type { ModelCall, Usage } from './events.ts'

/** What a model answered. */
export interface ModelAnswer {
  readonly of: 'model'
  readonly text: string
  readonly calls: readonly ModelCall[]
  readonly finishReason: string
  readonly usage?: Usage
  /** Reasoning that was folded away, and the text as it came; absent where the text is whole. */
  readonly reasoning?: string
  readonly raw?: string
}

/** What a tool answered: the text for the model, and its value where JSON can hold it. */
export interface ToolAnswer {
  readonly of: 'tool'
  readonly text: string
  readonly value?: JsonText
  /** What clients and the conversation are told, where it is not what the model reads. */
  readonly told?: string
  /** What the tool changes of what tools share, as operations. */
  readonly update?: JsonText
}

/** What middleware answered: what it changes, as JSON text. */
export interface MiddlewareAnswer {
  readonly of: 'middleware'
  readonly value: JsonText
}

/** One step of one middleware class of an agent: `create`, a hook such as `before_model`, or `tool` for a tool of its own. */
export interface MiddlewareStep {
  readonly hook: string
  readonly class: string
  /** Its instantiation index, counted like that of a tool. */
  readonly instance: number
}
