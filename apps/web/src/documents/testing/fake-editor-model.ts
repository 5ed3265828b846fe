import type { Disposable } from '@slyglass/base'
import type { EditorEdit, EditorModel } from '../bind-editor-model.ts'

type Listener = (event: { readonly changes: readonly EditorEdit[] }) => void

/** An editor model as code editors have it: one line ending, positions by line and column. For tests. */
export class FakeEditorModel implements EditorModel {
  #lines: string[] = ['']
  readonly #listeners = new Set<Listener>()

  get lines(): readonly string[] {
    return this.#lines
  }

  getValue(): string {
    return this.#lines.join('\n')
  }

  onDidChangeContent(listener: Listener): Disposable {
    this.#listeners.add(listener)
    return { dispose: () => this.#listeners.delete(listener) }
  }

  /** Edits refer to the text before; like the real one, they are applied and told from the last to the first. */
  applyEdits(edits: EditorEdit[]): void {
    const changes = [...edits].sort(
      (a, b) => b.range.startLineNumber - a.range.startLineNumber || b.range.startColumn - a.range.startColumn,
    )
    for (const { range, text } of changes) {
      const head = this.#lines[range.startLineNumber - 1]?.slice(0, range.startColumn - 1) ?? ''
      const tail = this.#lines[range.endLineNumber - 1]?.slice(range.endColumn - 1) ?? ''
      const lines = (head + text.replace(/\r\n|\r|\n/g, '\n') + tail).split('\n')
      this.#lines.splice(range.startLineNumber - 1, range.endLineNumber - range.startLineNumber + 1, ...lines)
    }
    for (const listener of this.#listeners) listener({ changes })
  }
}
