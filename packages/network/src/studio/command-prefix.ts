/** What is said of a prefix that cannot be used. */
export const PREFIX_RULE = 'command_prefix must be non-empty and contain no whitespace'

/** True for what may begin commands. */
export function isCommandPrefix(prefix: string): boolean {
  return /^\S+$/.test(prefix)
}
