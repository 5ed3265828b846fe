import type { ParsedCommand } from '@slyglass/tools/commands'
import { refused } from '../call-alone.ts'
import type { Forms } from '../forms.ts'
import type { AgentEnd } from '../run-agent.ts'

/** A command whose words could be read. */
export interface Command {
  readonly name: string
  readonly prefix: string
  /** As it was typed, without its prefix. */
  readonly body: Forms<string>
  readonly words: Forms<ParsedCommand>
  readonly signal: AbortSignal
}

export const failedCommand: (code: string, message: string) => AgentEnd = refused
