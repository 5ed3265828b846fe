import type { Completion } from '@slyglass/network/language'
import type { languages } from 'monaco-editor/editor/editor.api.js'
import { monaco } from '../monaco-setup.ts'
import { language } from './instance.ts'
import { docOf, linesOf, offsetAt, rangeOf } from './places.ts'

const { CompletionItemKind, CompletionItemInsertTextRule } = monaco.languages

const KINDS: Readonly<Record<Completion['kind'], languages.CompletionItemKind>> = {
  key: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
  name: CompletionItemKind.Reference,
  path: CompletionItemKind.Variable,
  file: CompletionItemKind.File,
  variable: CompletionItemKind.Constant,
  placeholder: CompletionItemKind.Text,
}

const { TriggerCharacter } = monaco.languages.CompletionTriggerKind

export const COMPLETION: languages.CompletionItemProvider = {
  triggerCharacters: ['"', '{', '.', '/', '$', '['],
  async provideCompletionItems(model, position, { triggerKind, triggerCharacter }, token) {
    const doc = docOf(model)
    if (doc === undefined) return undefined
    const offset = offsetAt(doc, position)
    const lines = linesOf(doc)
    // Letters that are typed while the answer is on its way choose among what is offered here; the editor sees to that.
    const offers = await language.ask({ kind: 'complete', doc, offset }, () => token.isCancellationRequested, 'wanted')
    const shown = triggerCharacter === '{' ? offers?.filter(({ kind }) => BEHIND_BRACE.has(kind)) : offers
    return {
      suggestions: (shown ?? []).map((offer, index) => suggestionOf(offer, index, lines, offset)),
      // Nothing is chosen in a list that a mark opened. The first letter asks again, and chooses what it begins.
      incomplete: triggerKind === TriggerCharacter,
    }
  },
}

// A brace mostly opens an object, and a new line follows. In a text or behind a dollar it asks for a name.
const BEHIND_BRACE: ReadonlySet<Completion['kind']> = new Set(['path', 'variable', 'placeholder'])

function suggestionOf(
  offer: Completion,
  index: number,
  lines: ReturnType<typeof linesOf>,
  offset: number,
): languages.CompletionItem {
  const { label, kind, detail, about, from, to, text, caret } = offer
  // The editor replaces within one line only.
  const lineEnd = lines.offsetAt({ lineNumber: lines.positionAt(offset).lineNumber, column: Number.MAX_SAFE_INTEGER })
  const written = /^["$]*/.exec(lines.text.slice(from, offset))?.[0] ?? ''
  return {
    label: detail === undefined ? label : { label, description: detail },
    kind: KINDS[kind],
    range: rangeOf(lines, { from, to: Math.min(to, lineEnd) }),
    insertText: caret === undefined ? text : snippet(text, caret),
    ...(caret === undefined ? {} : { insertTextRules: CompletionItemInsertTextRule.InsertAsSnippet }),
    ...(about === undefined ? {} : { documentation: about }),
    filterText: written + label,
    sortText: String(index).padStart(5, '0'),
  }
}

const escapeSnippet = (text: string) => text.replace(/[\\$}]/g, '\\$&')

const snippet = (text: string, caret: number) =>
  `${escapeSnippet(text.slice(0, caret))}$0${escapeSnippet(text.slice(caret))}`
