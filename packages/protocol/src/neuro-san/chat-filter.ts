import { type Json, JsonNumber, type JsonObject } from '@slyglass/base'
import type { ChatMessage } from './chat-message.ts'

/** What a request wants to see of its chat. */
export interface ChatFilter {
  readonly everything: boolean
  /** Each line repeats the request. The original decides this by the exact spelling, apart from the filter itself. */
  readonly echo: boolean
}

/** Reads the filter of a request: everything that is not a known spelling of MAXIMAL is MINIMAL. */
export function readFilter(filter: JsonObject): ChatFilter {
  const type = filter.get('chat_filter_type') ?? null
  return {
    everything: typeof type === 'string' ? type.toUpperCase() === 'MAXIMAL' : isTwo(type),
    echo: filter.has('chat_filter_type') && type !== 'MINIMAL',
  }
}

function isTwo(type: Json): boolean {
  return type instanceof JsonNumber && type.text === '2'
}

/** MINIMAL lets through what has a chat context, an empty one included: the answer, set-up errors, and retries. */
export function passesFilter(filter: ChatFilter, message: ChatMessage): boolean {
  return filter.everything || (message.type === 'AGENT_FRAMEWORK' && message.chatContext !== undefined)
}
