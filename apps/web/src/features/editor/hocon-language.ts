// Colours for HOCON: keys, strings in one and three quotes, substitutions, includes, comments, numbers.
import type { languages } from 'monaco-editor/editor/editor.api.js'

export const HOCON_TOKENS: languages.IMonarchLanguage = {
  defaultToken: '',
  tokenPostfix: '.hocon',
  brackets: [
    { open: '{', close: '}', token: 'delimiter.curly' },
    { open: '[', close: ']', token: 'delimiter.square' },
  ],
  tokenizer: {
    root: [
      { include: '@blanks' },
      [/\binclude\b(?=\s*(?:"|required|file|url|classpath))/, { token: 'keyword', next: '@include' }],
      [/(?:"(?:[^"\\]|\\.)*"|[\w\-./]+)(?=\s*(?:=|:|\+=|\{))/, 'key'],
      [/"""/, { token: 'string', next: '@long' }],
      [/"/, { token: 'string', next: '@short' }],
      [/\$\{\??/, { token: 'substitution', next: '@substitution' }],
      [/[{}[\]]/, '@brackets'],
      [/\+=|[=:,]/, 'delimiter'],
      [/-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w-])/, 'number'],
      [/\b(?:true|false|null|yes|no|on|off)\b/, 'keyword'],
      [/[^\s"${}[\],=:#]+/, ''],
    ],
    include: [
      [/[ \t]+/, ''],
      [/\b(?:required|file|url|classpath)\b/, 'keyword'],
      [/[()]/, 'delimiter'],
      [/"(?:[^"\\]|\\.)*"/, 'string'],
      [/$|./, { token: '', next: '@pop' }],
    ],
    blanks: [
      [/[ \t\r\n]+/, ''],
      [/(?:#|\/\/).*$/, 'comment'],
    ],
    short: [
      [/[^\\"]+/, 'string'],
      [/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/, 'string.escape'],
      [/\\./, 'invalid'],
      [/"/, { token: 'string', next: '@pop' }],
      [/$/, { token: '', next: '@pop' }],
    ],
    long: [
      [/"""+/, { token: 'string', next: '@pop' }],
      [/[^"]+|"/, 'string'],
    ],
    substitution: [
      [/[^}]+/, 'substitution'],
      [/\}/, { token: 'substitution', next: '@pop' }],
    ],
  },
}

export const HOCON_CONFIGURATION: languages.LanguageConfiguration = {
  comments: { lineComment: '#' },
  brackets: [
    ['{', '}'],
    ['[', ']'],
  ],
  autoClosingPairs: [
    { open: '{', close: '}' },
    { open: '[', close: ']' },
    { open: '"', close: '"', notIn: ['string', 'comment'] },
  ],
  surroundingPairs: [
    { open: '{', close: '}' },
    { open: '[', close: ']' },
    { open: '"', close: '"' },
  ],
}
