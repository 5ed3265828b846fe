// The hover of a text. The editor's own hovers are Markdown made into HTML, which the page's content policy refuses; so this
// one is built of elements and takes part in the editor's hover as an equal.

import { HoverParticipantRegistry } from 'monaco-editor/editor/contrib/hover/browser/hoverTypes.js'
import type { editor, IRange } from 'monaco-editor/editor/editor.api.js'
import type { HoverCard } from './hover-card.ts'
import { language } from './instance.ts'
import { docOf, linesOf, offsetAt, rangeOf } from './places.ts'

interface Part {
  readonly owner: LanguageHover
  readonly range: IRange
  readonly card: HoverCard
  isValidForHoverAnchor(anchor: Anchor): boolean
}

interface Anchor {
  readonly type: number
  readonly range: IRange
}

class LanguageHover {
  readonly hoverOrdinal = 3
  readonly #editor: editor.ICodeEditor

  constructor(shown: editor.ICodeEditor) {
    this.#editor = shown
  }

  computeSync(): [] {
    return []
  }

  async *computeAsync(
    { range }: Anchor,
    _decorations: unknown,
    _source: unknown,
    token: { readonly isCancellationRequested: boolean },
  ): AsyncGenerator<Part> {
    const model = this.#editor.getModel()
    const doc = model === null ? undefined : docOf(model)
    if (doc === undefined) return
    const offset = offsetAt(doc, { lineNumber: range.startLineNumber, column: range.startColumn })
    const card = await language.ask({ kind: 'hover', doc, offset }, () => token.isCancellationRequested)
    if (card === undefined) return
    const shown = rangeOf(linesOf(doc), card)
    yield {
      owner: this,
      range: shown,
      card,
      isValidForHoverAnchor: (anchor) => anchor.type === 1 && isWithin(anchor.range, shown),
    }
  }

  renderHoverParts(context: { readonly fragment: DocumentFragment }, parts: readonly Part[]) {
    const rendered = parts.map((hoverPart) => {
      const hoverElement = drawCard(hoverPart.card)
      context.fragment.append(hoverElement)
      return { hoverPart, hoverElement, dispose: () => undefined }
    })
    return { renderedHoverParts: rendered, dispose: () => undefined }
  }

  getAccessibleContent({ card }: Part): string {
    return [
      card.title,
      ...card.about,
      card.value ?? '',
      ...card.rows.map(({ place, text }) => `${place} ${text}`),
      ...card.steps,
    ]
      .filter((line) => line !== '')
      .join('\n')
  }
}

export function registerHover(): void {
  HoverParticipantRegistry.register(LanguageHover)
}

function isWithin(inner: IRange, outer: IRange): boolean {
  const before =
    outer.startLineNumber < inner.startLineNumber ||
    (outer.startLineNumber === inner.startLineNumber && outer.startColumn <= inner.startColumn)
  const after =
    outer.endLineNumber > inner.endLineNumber ||
    (outer.endLineNumber === inner.endLineNumber && outer.endColumn >= inner.endColumn)
  return before && after
}

function drawCard(card: HoverCard): HTMLElement {
  const rows = card.rows.map(({ place, text, counts }) =>
    element('li', counts ? 'hover-row-counts' : 'hover-row-replaced', [
      element('span', 'hover-place', [place]),
      element('code', '', [text]),
    ]),
  )
  const parts = [
    element('div', 'hover-title', [card.title]),
    ...card.about.map((line) => element('p', '', [line])),
    ...(card.value === undefined ? [] : [element('pre', 'hover-value', [card.value])]),
    ...(rows.length === 0 ? [] : [element('ul', 'hover-layers', rows)]),
    ...card.steps.map((step) => element('p', 'hover-step', [step])),
  ]
  return element('div', 'hover-row', [element('div', 'language-hover', parts)])
}

function element(tag: string, className: string, children: readonly (string | Node)[]): HTMLElement {
  const made = document.createElement(tag)
  if (className !== '') made.className = className
  made.append(...children)
  return made
}
