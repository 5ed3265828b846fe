// What a person typed: an order for a tool, or words for the model.

/** What is said of a prefix that cannot be used. */
export const PREFIX_RULE = 'command_prefix must be non-empty and contain no whitespace'

/** True for what may begin commands. */
export function isCommandPrefix(prefix: string): boolean {
  return /^\S+$/.test(prefix)
}

/** The command without its prefix, which is taken off once; undefined for words that are meant for the model. */
export function commandText(text: string, prefix: string): string | undefined {
  const typed = text.trim()
  return typed.startsWith(prefix) ? typed.slice(prefix.length).trim() : undefined
}
