// What a person typed: an order for a tool, or words for the model.

/** The command without its prefix, which is taken off once; undefined for words that are meant for the model. */
export function commandText(text: string, prefix: string): string | undefined {
  const typed = text.trim()
  return typed.startsWith(prefix) ? typed.slice(prefix.length).trim() : undefined
}
