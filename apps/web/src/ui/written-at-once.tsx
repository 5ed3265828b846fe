// Stands outside of index.ts: only dialogs that come later have it.

/** Said next to the button of a dialog that lets the server write files: the history of the page does not know them. */
export function WrittenAtOnce() {
  return <p className="meta text-3">Written to disk at once; Undo does not take it back.</p>
}
