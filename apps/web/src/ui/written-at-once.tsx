// Stands outside of index.ts: only what comes later has it.

/** Of what lets the server write files: the history of the page does not know them. */
export const WRITTEN_AT_ONCE = 'Written to disk at once; Undo does not take it back.'

/** Said in a dialog as the last thing, next to its button. */
export function WrittenAtOnce() {
  return <p className="meta text-3">{WRITTEN_AT_ONCE}</p>
}
