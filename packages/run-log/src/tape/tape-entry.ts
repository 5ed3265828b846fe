// The tape of a session: what its runs say of the conversation, one entry a line, in their order. It is read out of the logs and
// kept nowhere else.
import type { Json, JsonText, RunId } from '@slyglass/base'
import type { ModelCall } from '../attempt-answers.ts'

/** What a note writes on the tape: a mark that the told past begins at, or the end of everything before. */
export interface TapeNote {
  readonly kind: 'anchor' | 'reset'
  readonly name: string
  /** What an anchor hands on, as a JSON object. */
  readonly state?: JsonText
}

/** One result of a call. */
export interface TapeResult {
  readonly text: string
  /** The tool's name and the id of its call; absent where no call is known. */
  readonly name?: string
  readonly callId?: string
}

/** What an entry holds, by its kind. */
export type TapeContent =
  | { readonly kind: 'anchor'; readonly name: string; readonly state: Json }
  | { readonly kind: 'event'; readonly name: string; readonly data: Json }
  | { readonly kind: 'message'; readonly role: 'user' | 'assistant'; readonly text: string }
  | { readonly kind: 'tool_call'; readonly calls: readonly ModelCall[]; readonly text: string }
  | { readonly kind: 'tool_result'; readonly results: readonly TapeResult[] }

/** Where a line was written. */
export interface TapePlace {
  /** Absent of the beginning of a session that has no run. */
  readonly run?: RunId
  readonly at: number
  /** Of a run that was stopped, or that had no answer: people see it, models are not told. */
  readonly untold?: true
}

/** A line before it has its number. */
export type Line = TapeContent & TapePlace

/** One line of the tape, numbered from 1. */
export type TapeEntry = Line & { readonly id: number }

/** The anchor that every tape begins with. */
export const SESSION_START = 'session/start'

/** An anchor is always followed by an event that says so. */
export function anchorLines(name: string, state: Json, place: TapePlace): readonly Line[] {
  const data: Json = new Map<string, Json>([
    ['name', name],
    ['state', state],
  ])
  return [
    { ...place, kind: 'anchor', name, state },
    { ...place, kind: 'event', name: 'handoff', data },
  ]
}
