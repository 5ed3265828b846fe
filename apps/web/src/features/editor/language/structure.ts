// Outline, folding, selection and formatting.
import type { NetworkOutlineItem } from '@slyglass/network/language'
import type { languages } from 'monaco-editor/editor/editor.api.js'
import { say } from '../../../app/public/say.ts'
import { monaco } from '../monaco-setup.ts'
import { applyEdits } from './apply.ts'
import { language } from './instance.ts'
import { docOf, linesOf, offsetAt, rangeOf, textRangeOf } from './places.ts'

const { SymbolKind, FoldingRangeKind } = monaco.languages

const SYMBOLS: Readonly<Record<NetworkOutlineItem['kind'], languages.SymbolKind>> = {
  object: SymbolKind.Object,
  list: SymbolKind.Array,
  value: SymbolKind.Property,
  item: SymbolKind.Struct,
}

const ENTRY_WORDS = {
  'front-man': 'front man',
  agent: 'agent',
  'coded-tool': 'coded tool',
  'toolbox-tool': 'toolbox tool',
  incomplete: 'not callable yet',
} as const

export const OUTLINE: languages.DocumentSymbolProvider = {
  displayName: 'HOCON',
  async provideDocumentSymbols(model, token) {
    const doc = docOf(model)
    if (doc === undefined) return undefined
    const items = await language.ask({ kind: 'outline', doc }, () => token.isCancellationRequested)
    const lines = linesOf(doc)
    const symbolOf = (item: NetworkOutlineItem): languages.DocumentSymbol => ({
      name: item.name,
      detail: item.entry === undefined ? '' : ENTRY_WORDS[item.entry],
      kind: item.entry === undefined ? SYMBOLS[item.kind] : SymbolKind.Class,
      tags: [],
      range: rangeOf(lines, item),
      selectionRange: rangeOf(lines, { from: item.nameFrom, to: item.nameTo }),
      children: item.children.map(symbolOf),
    })
    return items?.map(symbolOf)
  },
}

export const FOLDING: languages.FoldingRangeProvider = {
  async provideFoldingRanges(model, _, token) {
    const doc = docOf(model)
    if (doc === undefined) return undefined
    const folds = await language.ask({ kind: 'folds', doc }, () => token.isCancellationRequested)
    const lines = linesOf(doc)
    return folds?.map(({ from, to, kind }) => {
      const [start, end] = [lines.positionAt(from).lineNumber, lines.positionAt(to).lineNumber]
      const isComment = kind === 'comment' || kind === 'licence'
      // The line of a closing bracket stays in view.
      return isComment
        ? { start, end, kind: FoldingRangeKind.Comment }
        : { start, end: kind === 'text' ? end : Math.max(start, end - 1) }
    })
  },
}

export const SELECTION: languages.SelectionRangeProvider = {
  async provideSelectionRanges(model, positions, token) {
    const doc = docOf(model)
    if (doc === undefined) return undefined
    const offsets = positions.map((position) => offsetAt(doc, position))
    const ranges = await language.ask({ kind: 'selections', doc, offsets }, () => token.isCancellationRequested)
    const lines = linesOf(doc)
    return ranges?.map((each) => each.map((range) => ({ range: rangeOf(lines, range) })))
  },
}

/** The edits go to the document store themselves, as one step; the editor is left with nothing to do. */
async function format(doc: string | undefined, range?: Parameters<typeof textRangeOf>[1]): Promise<[]> {
  if (doc === undefined) return []
  const planned = await language.ask({ kind: 'format', doc, ...(range && { range: textRangeOf(doc, range) }) })
  if (planned?.ok === true) await applyEdits(`format ${doc}`, doc, planned.edits)
  else if (planned !== undefined) say(planned.message)
  return []
}

export const FORMAT: languages.DocumentFormattingEditProvider = {
  displayName: 'HOCON',
  provideDocumentFormattingEdits: (model) => format(docOf(model)),
}

export const FORMAT_RANGE: languages.DocumentRangeFormattingEditProvider = {
  displayName: 'HOCON',
  provideDocumentRangeFormattingEdits: (model, range) => format(docOf(model), range),
}

/** A line takes its form when it is ended. The editor writes it itself: it belongs to what is being typed. */
export const FORMAT_TYPED: languages.OnTypeFormattingEditProvider = {
  autoFormatTriggerCharacters: ['\n', '}', ']'],
  async provideOnTypeFormattingEdits(model, position, _char, _options, token) {
    const doc = docOf(model)
    if (doc === undefined) return undefined
    const offset = offsetAt(doc, position)
    const edits = await language.ask({ kind: 'typed', doc, offset }, () => token.isCancellationRequested)
    const lines = linesOf(doc)
    return edits?.map((edit) => ({ range: rangeOf(lines, edit), text: edit.text }))
  },
}
