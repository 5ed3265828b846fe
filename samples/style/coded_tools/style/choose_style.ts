/** How something is said. */
export type Style = 'formal' | 'casual' | 'technical' | 'balanced'

/** What the choice is made from. */
export interface Known {
  readonly messages: readonly { readonly content: string }[]
  readonly preference?: unknown
}

const TECHNICAL = /\b(?:API|code|database|function|server|stack trace|TypeScript)\b/i

/** The first rule that fits: people who just met stay formal, whatever they like. */
export function chooseStyle({ messages, preference }: Known): Style {
  if (messages.length < 3) return 'formal'
  if (preference === 'casual') return 'casual'
  return messages.some(({ content }) => TECHNICAL.test(content)) ? 'technical' : 'balanced'
}
