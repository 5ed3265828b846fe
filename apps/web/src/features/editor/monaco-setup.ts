// Everything of the code editor that the studio uses, in one lazily loaded chunk.
import * as monaco from 'monaco-editor/editor/editor.api.js'
import editorWorkerUrl from 'monaco-editor/editor/editor.worker.js?worker&url'
import 'monaco-editor/features/bracketMatching/register.js'
import 'monaco-editor/features/caretOperations/register.js'
import 'monaco-editor/features/clipboard/register.js'
import 'monaco-editor/features/codeAction/register.js'
import 'monaco-editor/features/codicon/register.js'
import 'monaco-editor/features/comment/register.js'
import 'monaco-editor/features/contextmenu/register.js'
import 'monaco-editor/features/documentSymbols/register.js'
import 'monaco-editor/features/find/register.js'
import 'monaco-editor/features/folding/register.js'
import 'monaco-editor/features/format/register.js'
import 'monaco-editor/features/gotoError/register.js'
import 'monaco-editor/features/gotoSymbol/register.js'
import 'monaco-editor/features/hover/register.js'
import 'monaco-editor/features/indentation/register.js'
import 'monaco-editor/features/inlayHints/register.js'
import 'monaco-editor/features/linesOperations/register.js'
import 'monaco-editor/features/multicursor/register.js'
import 'monaco-editor/features/quickOutline/register.js'
import 'monaco-editor/features/referenceSearch/register.js'
import 'monaco-editor/features/rename/register.js'
import 'monaco-editor/features/semanticTokens/register.js'
import 'monaco-editor/features/smartSelect/register.js'
import 'monaco-editor/features/snippet/register.js'
import 'monaco-editor/features/suggest/register.js'
import 'monaco-editor/features/toggleTabFocusMode/register.js'
import 'monaco-editor/features/wordHighlighter/register.js'
import 'monaco-editor/features/wordOperations/register.js'
// The two registers above that lack a part of their own feature.
import 'monaco-editor/editor/contrib/semanticTokens/browser/documentSemanticTokens.js'
import 'monaco-editor/editor/contrib/suggest/browser/suggestController.js'
import 'monaco-editor/languages/definitions/python/register.js'
import 'monaco-editor/languages/definitions/typescript/register.js'
import { createWorker } from '../../app/public/trusted-worker.ts'
import { HOCON_CONFIGURATION, HOCON_TOKENS } from './hocon-language.ts'
import { THEME_RULES, themeColours } from './monaco-theme.ts'

export { monaco }

self.MonacoEnvironment = { getWorker: () => createWorker(editorWorkerUrl) }

monaco.languages.register({ id: 'hocon', extensions: ['.hocon', '.conf'] })
monaco.languages.setMonarchTokensProvider('hocon', HOCON_TOKENS)
monaco.languages.setLanguageConfiguration('hocon', HOCON_CONFIGURATION)

export const OPTIONS: Parameters<typeof monaco.editor.create>[1] = {
  model: null,
  automaticLayout: true,
  accessibilitySupport: 'auto',
  fontFamily: 'var(--mono)',
  fontSize: 12,
  lineHeight: 20,
  fontLigatures: false,
  letterSpacing: 0,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  renderLineHighlight: 'all',
  lineNumbersMinChars: 4,
  lineDecorationsWidth: 14,
  overviewRulerLanes: 0,
  overviewRulerBorder: false,
  padding: { top: 6, bottom: 6 },
  tabSize: 2,
  insertSpaces: true,
  detectIndentation: true,
  guides: { indentation: false, bracketPairs: false },
  bracketPairColorization: { enabled: false },
  unusualLineTerminators: 'off',
  wordBasedSuggestions: 'off',
  fixedOverflowWidgets: true,
  stickyScroll: { enabled: false },
  'semanticHighlighting.enabled': true,
  quickSuggestions: { other: true, strings: true, comments: false },
  // What opens by itself is no answer yet: a letter of a name, or an arrow key, chooses.
  suggest: { showWords: false, showIcons: true, selectionMode: 'whenQuickSuggestion', filterGraceful: false },
  suggestSelection: 'first',
  inlayHints: { enabled: 'on', fontSize: 11, padding: true },
  acceptSuggestionOnEnter: 'smart',
  formatOnPaste: false,
  formatOnType: true,
}

/** A model's own setting: brackets keep the colour of marks. */
export const PLAIN_BRACKETS = {
  bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
} as const

/** Defines the editor's theme again from the page's colours, and shows it. */
export function applyTheme(): void {
  const { dark, colours, colourOf } = themeColours()
  monaco.editor.defineTheme('slyglass', {
    base: dark ? 'vs-dark' : 'vs',
    inherit: true,
    rules: THEME_RULES.map(({ token, role, fontStyle }) => ({
      token,
      foreground: colourOf(role).slice(1),
      ...(fontStyle === undefined ? {} : { fontStyle }),
    })),
    colors: colours,
  })
  monaco.editor.setTheme('slyglass')
}

/** The editor's name for a file's language. */
export function languageOf(doc: string): string {
  const ending = doc.split('.').at(-1) ?? ''
  return { hocon: 'hocon', conf: 'hocon', json: 'hocon', py: 'python', ts: 'typescript' }[ending] ?? 'plaintext'
}
