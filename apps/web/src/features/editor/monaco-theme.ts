// The code editor reads the page's colour roles, so that both themes are defined once.

interface Rule {
  readonly token: string
  readonly role: string
  readonly fontStyle?: string
}

export const THEME_RULES: readonly Rule[] = [
  { token: '', role: '--text' },
  { token: 'key', role: '--text', fontStyle: 'bold' },
  { token: 'private', role: '--sly-fg', fontStyle: 'underline' },
  { token: 'string', role: '--c-str' },
  { token: 'string.escape', role: '--c-kw' },
  { token: 'number', role: '--c-num' },
  { token: 'keyword', role: '--c-kw' },
  { token: 'comment', role: '--text-3', fontStyle: 'italic' },
  { token: 'substitution', role: '--run-fg' },
  { token: 'delimiter', role: '--text-3' },
  { token: 'entry', role: '--c-fn' },
  { token: 'placeholder', role: '--run-fg' },
  { token: 'type', role: '--c-fn' },
  { token: 'type.identifier', role: '--c-fn' },
  { token: 'tag', role: '--c-fn' },
  { token: 'regexp', role: '--c-str' },
  { token: 'invalid', role: '--fail-fg' },
]

const COLOURS: Readonly<Record<string, string>> = {
  'editor.background': '--surface',
  'editor.foreground': '--text',
  'editor.lineHighlightBackground': '--current-line',
  'editor.lineHighlightBorder': '--current-line',
  'editor.selectionBackground': '--selected',
  'editor.inactiveSelectionBackground': '--selected',
  'editor.wordHighlightBackground': '--hover',
  'editor.findMatchBackground': '--mark',
  'editor.findMatchHighlightBackground': '--mark',
  'editorLineNumber.foreground': '--text-3',
  'editorLineNumber.activeForeground': '--text',
  'editorCursor.foreground': '--text',
  'editorGutter.background': '--surface',
  'editorWidget.background': '--raised',
  'editorWidget.border': '--line-2',
  'editorHoverWidget.background': '--raised',
  'editorHoverWidget.border': '--line-2',
  'editorError.foreground': '--fail-solid',
  'editorWarning.foreground': '--wait-solid',
  'editorInfo.foreground': '--run-solid',
  'editorInlayHint.background': '--sunken',
  'editorInlayHint.foreground': '--text-3',
  'editorSuggestWidget.background': '--raised',
  'editorSuggestWidget.border': '--line-2',
  'editorSuggestWidget.foreground': '--text',
  'editorSuggestWidget.highlightForeground': '--run-fg',
  'editorSuggestWidget.focusHighlightForeground': '--run-fg',
  'editorSuggestWidget.selectedBackground': '--selected',
  'editorSuggestWidget.selectedForeground': '--text',
  'editorSuggestWidget.selectedIconForeground': '--text-2',
  'list.hoverBackground': '--hover',
  'list.focusBackground': '--selected',
  'list.focusForeground': '--text',
  'list.activeSelectionBackground': '--selected',
  'list.activeSelectionForeground': '--text',
  'list.inactiveSelectionBackground': '--hover',
  'list.highlightForeground': '--run-fg',
  'menu.background': '--raised',
  'menu.foreground': '--text',
  'menu.selectionBackground': '--selected',
  'menu.selectionForeground': '--text',
  'menu.border': '--line-2',
  'quickInput.background': '--raised',
  'quickInput.foreground': '--text',
  'quickInputList.focusBackground': '--selected',
  'quickInputList.focusForeground': '--text',
  'peekView.border': '--run-solid',
  'peekViewTitle.background': '--sunken',
  'peekViewTitleLabel.foreground': '--text',
  'peekViewTitleDescription.foreground': '--text-3',
  'peekViewEditor.background': '--surface',
  'peekViewEditor.matchHighlightBackground': '--mark',
  'peekViewResult.background': '--sunken',
  'peekViewResult.fileForeground': '--text',
  'peekViewResult.lineForeground': '--text-2',
  'peekViewResult.matchHighlightBackground': '--mark',
  'peekViewResult.selectionBackground': '--selected',
  'peekViewResult.selectionForeground': '--text',
  'diffEditor.insertedTextBackground': '--ok-tint',
  'diffEditor.insertedLineBackground': '--ok-tint',
  'diffEditor.removedTextBackground': '--fail-tint',
  'diffEditor.removedLineBackground': '--fail-tint',
  'editorBracketMatch.background': '--hover',
  'editorBracketMatch.border': '--line-ctl',
  'scrollbarSlider.background': '--line',
  'scrollbarSlider.hoverBackground': '--line-2',
  'scrollbarSlider.activeBackground': '--line-ctl',
  'input.background': '--surface',
  'input.border': '--line-ctl',
  focusBorder: '--run-solid',
}

/** The roles as the colours that they have now. */
export function themeColours() {
  const probe = document.createElement('span')
  document.body.append(probe)
  const colourOf = (role: string) => {
    probe.style.color = `var(${role})`
    return hexOf(getComputedStyle(probe).color)
  }
  const dark = getComputedStyle(document.documentElement).colorScheme === 'dark' || isDark(colourOf('--surface'))
  const colours = Object.fromEntries(Object.entries(COLOURS).map(([name, role]) => [name, colourOf(role)]))
  const rules = new Map(THEME_RULES.map(({ role }) => [role, colourOf(role)]))
  probe.remove()
  return { dark, colours, colourOf: (role: string) => rules.get(role) ?? colours['editor.foreground'] ?? '#000000' }
}

function hexOf(colour: string): string {
  const parts =
    colour
      .match(/[\d.]+/g)
      ?.slice(0, 3)
      .map(Number) ?? []
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

const isDark = (hex: string) => Number.parseInt(hex.slice(1, 3), 16) < 128
