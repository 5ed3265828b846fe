// From where tools can be reached besides calls of a model (code, commands), and what an agent is told of its past.
import { type Json, jsonAt } from '@slyglass/base'
import { flagAt, numberAt, oneOf, textAt } from './values.ts'

/** Code that a model writes and that calls tools. */
export interface CodeModeRules {
  readonly enabled: boolean
  /** `code`: tools are reached through code alone where their exposure allows it; `both`: beside plain calls. */
  readonly mode: 'code' | 'both'
  /** `auto`: Python where an interpreter is found, else JavaScript. */
  readonly language: 'auto' | 'python' | 'javascript'
  /** Milliseconds of one cell; the time in which a person decides does not count. */
  readonly timeoutMs: number
  readonly memoryMb: number
  /** Bytes of output that are kept. */
  readonly outputBytes: number
  /** Pictures, sounds and films may be attached. */
  readonly mediaTools: boolean
  /** `prompt`: declarations of the tools stand in the instructions; else a folder of the workspace for their file. */
  readonly stub: string
  /** Model that code asks when it names none, as `provider:model`. */
  readonly model?: string
  /** `file.ts#name` of a function that chooses the tools of a run; it may answer null for none. */
  readonly tools?: string
}

/** Where the told past begins. `context` is `last_anchor`, `all`, or an anchor's name. */
export interface TapeRules {
  readonly context: string
  /** The anchor's own summary is told first. */
  readonly includeAnchor: boolean
  /** `file.ts#name` of a function that chooses the messages. */
  readonly selector?: string
}

export function readCodeMode(json: Json | undefined): CodeModeRules {
  const [model, tools] = [textAt(json, 'model'), textAt(json, 'tools')]
  return {
    enabled: flagAt(json, 'enabled') ?? false,
    mode: oneOf(jsonAt(json, 'mode'), ['code', 'both']) ?? 'code',
    language: oneOf(jsonAt(json, 'language'), ['auto', 'python', 'javascript']) ?? 'auto',
    timeoutMs: numberAt(json, 'timeout_ms', 1) ?? 120_000,
    memoryMb: numberAt(json, 'memory_mb', 1) ?? 256,
    outputBytes: numberAt(json, 'output_bytes', 1) ?? 1_000_000,
    mediaTools: flagAt(json, 'media_tools') ?? true,
    stub: textAt(json, 'stub') ?? 'prompt',
    ...(model !== undefined && { model }),
    ...(tools !== undefined && { tools }),
  }
}

export function readTape(json: Json | undefined): TapeRules {
  const selector = textAt(json, 'selector')
  return {
    context: textAt(json, 'context') ?? 'last_anchor',
    includeAnchor: flagAt(json, 'include_anchor') ?? true,
    ...(selector !== undefined && { selector }),
  }
}
