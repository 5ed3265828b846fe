// From where a tool can be reached, by what it says of itself and by the habits of its agent.

/** Where a tool is offered. */
export type Exposure = 'auto' | 'direct' | 'code' | 'command'

/** What decides beside the tool: the agent's profile, and whether its model reaches tools through code. */
export interface Habits {
  readonly profile: 'plain' | 'bub'
  /** `off`: no code; `code`: tools that code may call are called by code alone; `both`: code beside plain calls. */
  readonly codeMode: 'off' | 'code' | 'both'
}

/** True when a model is offered the tool by itself. A plain agent offers all that it is given except commands. */
export function isOfferedToModel({ profile, codeMode }: Habits, exposure: Exposure): boolean {
  if (profile === 'plain') return exposure !== 'command'
  return exposure === 'direct' || (exposure === 'auto' && codeMode !== 'code')
}

/** True when code that the model writes may call the tool. */
export function isOfferedToCode({ profile }: Pick<Habits, 'profile'>, exposure: Exposure): boolean {
  if (profile === 'plain') return exposure !== 'command'
  return exposure === 'auto' || exposure === 'code'
}
