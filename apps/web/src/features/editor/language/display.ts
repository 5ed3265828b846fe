// What is drawn into the text: colours, and the values of substitutions.
import type { languages } from 'monaco-editor/editor/editor.api.js'
import { COLOUR_NAMES } from './colour-table.ts'
import { language } from './instance.ts'
import { docOf, linesOf, textRangeOf } from './places.ts'

export const COLOURS: languages.DocumentSemanticTokensProvider = {
  getLegend: () => ({ tokenTypes: [...COLOUR_NAMES], tokenModifiers: [] }),
  async provideDocumentSemanticTokens(model, _, token) {
    const doc = docOf(model)
    if (doc === undefined) return null
    const data = await language.ask({ kind: 'colours', doc }, () => token.isCancellationRequested)
    return data === undefined ? null : { data }
  },
  releaseDocumentSemanticTokens: () => undefined,
}

export const INLAYS: languages.InlayHintsProvider = {
  displayName: 'Values of substitutions',
  async provideInlayHints(model, range, token) {
    const doc = docOf(model)
    if (doc === undefined) return undefined
    const asked = { kind: 'inlays', doc, range: textRangeOf(doc, range) } as const
    const inlays = await language.ask(asked, () => token.isCancellationRequested)
    const lines = linesOf(doc)
    const hints = (inlays ?? []).map(({ at, text }) => ({
      label: text,
      position: lines.positionAt(at),
      paddingLeft: true,
    }))
    return { hints, dispose: () => undefined }
  },
}
