// What attempts answer, as the log holds it.
import type { JsonText, Sha256 } from '@slyglass/base'

/** Tokens of one answer, as the provider counted them. */
export interface Usage {
  readonly promptTokens: number
  readonly completionTokens: number
  /** US dollars by the price table; absent where the price is not known. */
  readonly cost?: number
}

/** One tool call of a model's answer. `args` is the text the model wrote, valid JSON or not. */
export interface ModelCall {
  readonly id: string
  readonly tool: string
  readonly args: string
  /** The item's own id at a responses endpoint, which wants to see it again. */
  readonly itemId?: string
}

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

/**
 * A picture, sound or film that a tool attached to its result. Its bytes lie beside the log, in base64, as the chunk `sha`; models and
 * clients are told the reference alone. `bytes` counts them as they were before base64.
 */
export interface MediaRef {
  readonly kind: 'image' | 'audio' | 'video'
  /** Such as `image/png`. */
  readonly mimeType: string
  readonly sha: Sha256
  readonly bytes: number
  /** A file name or address for people. */
  readonly name?: string
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
  /** What it attached, in its order. */
  readonly media?: readonly MediaRef[]
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
