// Keys do the same at every pace. The editor closes brackets and indents only where the tokens reach the caret, and it
// tokenises when the page is idle: behind a fast typist, or on a busy machine, a brace would stay open.
import type { editor, IDisposable } from 'monaco-editor/editor/editor.api.js'

declare module 'monaco-editor/editor/editor.api.js' {
  namespace editor {
    interface ITextModel {
      /** Not among the editor's types: the state of its tokens. */
      readonly tokenization: {
        isCheapToTokenize(line: number): boolean
        /** Tokenises from the first line that lacks tokens up to this one. */
        forceTokenization(line: number): void
      }
    }
  }
}

const LINES_AT_ONCE = 200
/** A key waits no longer than this: what a very long text lacks when it is opened comes when the page is idle. */
const LONGEST_MS = 50

/** Before a key is handled, the lines above the caret get their tokens: those since the last key, mostly one or two. */
export function keepTokensAtCaret(shown: editor.ICodeEditor): IDisposable {
  return shown.onKeyDown(() => {
    const [model, selections] = [shown.getModel(), shown.getSelections()]
    if (model === null || selections === null) return
    tokeniseAbove(model, Math.max(...selections.map(({ endLineNumber }) => endLineNumber)))
  })
}

function tokeniseAbove(model: editor.ITextModel, line: number): void {
  const { tokenization } = model
  const until = performance.now() + LONGEST_MS
  for (let reached = 0; reached < line - 1 && !tokenization.isCheapToTokenize(line); ) {
    reached = Math.min(reached + LINES_AT_ONCE, line - 1)
    tokenization.forceTokenization(reached)
    if (performance.now() > until) return
  }
}
