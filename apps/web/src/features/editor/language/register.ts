// Joins the language service to the code editor. Imported for its effect, once.
import { monaco } from '../monaco-setup.ts'
import { registerCommentToggle } from './comment-toggle.ts'
import { COMPLETION } from './completion.ts'
import { COLOURS, INLAYS } from './display.ts'
import { registerHover } from './hover.ts'
import { DEFINITION, OPENER, REFERENCES, RENAME } from './navigation.ts'
import { REPAIRS, registerRepairs } from './repairs.ts'
import { FOLDING, FORMAT, FORMAT_RANGE, FORMAT_TYPED, OUTLINE, SELECTION } from './structure.ts'

const HOCON = 'hocon'

export function registerLanguageService(): void {
  const { languages, editor } = monaco
  languages.registerCompletionItemProvider(HOCON, COMPLETION)
  languages.registerDefinitionProvider(HOCON, DEFINITION)
  languages.registerReferenceProvider(HOCON, REFERENCES)
  languages.registerRenameProvider(HOCON, RENAME)
  languages.registerDocumentSymbolProvider(HOCON, OUTLINE)
  languages.registerFoldingRangeProvider(HOCON, FOLDING)
  languages.registerSelectionRangeProvider(HOCON, SELECTION)
  languages.registerDocumentSemanticTokensProvider(HOCON, COLOURS)
  languages.registerInlayHintsProvider(HOCON, INLAYS)
  languages.registerDocumentFormattingEditProvider(HOCON, FORMAT)
  languages.registerDocumentRangeFormattingEditProvider(HOCON, FORMAT_RANGE)
  languages.registerOnTypeFormattingEditProvider(HOCON, FORMAT_TYPED)
  for (const language of [HOCON, 'python']) languages.registerCodeActionProvider(language, REPAIRS)
  editor.registerEditorOpener(OPENER)
  registerRepairs()
  registerCommentToggle()
  registerHover()
}
