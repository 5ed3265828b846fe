import { defineSelector, type TapeLine } from 'slyglass'

/** Chooses what the model is told of the past: every note on the tape first, then what would be told anyway. */
export const withNotes = defineSelector(({ tape, messages }) => {
  const notes = tape.filter(isNote).map(({ data }) => (data as { readonly text: string }).text)
  if (notes.length === 0) return messages
  return [{ role: 'assistant', content: `My notes: ${notes.join('; ')}` }, ...messages]
})

function isNote({ kind, name }: TapeLine): boolean {
  return kind === 'event' && name === 'note'
}
