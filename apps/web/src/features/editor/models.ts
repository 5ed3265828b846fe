// One model for each document that an editor shows or looks into, kept equal to the store for as long as the project is open.
import type { editor } from 'monaco-editor/editor/editor.api.js'
import type { Reveal } from '../../app/public/workspace.ts'
import { bindEditorModel, type DocumentStore, type ModelBinding } from '../../documents/index.ts'
import { uriOf } from './language/places.ts'
import { languageOf, monaco, PLAIN_BRACKETS } from './monaco-setup.ts'

interface BoundModel {
  readonly model: editor.ITextModel
  readonly binding: ModelBinding
  /** Where the caret and the scrolled part were when it was last shown. */
  view?: editor.ICodeEditorViewState | null
  /** What it had been asked to show by then. */
  shown?: Reveal | undefined
}

let owner: DocumentStore | undefined
const models = new Map<string, BoundModel>()

export function modelOf(store: DocumentStore, doc: string): BoundModel {
  if (store !== owner) disposeAll()
  owner = store
  const known = models.get(doc)
  if (known !== undefined) return known
  const model = monaco.editor.createModel(store.lines(doc).normalised(), languageOf(doc), uriOf(doc))
  model.setEOL(monaco.editor.EndOfLineSequence.LF)
  model.updateOptions(PLAIN_BRACKETS)
  const made = { model, binding: bindEditorModel(store, doc, model) }
  models.set(doc, made)
  return made
}

function disposeAll(): void {
  for (const { model, binding } of models.values()) {
    binding.dispose()
    model.dispose()
  }
  models.clear()
}
