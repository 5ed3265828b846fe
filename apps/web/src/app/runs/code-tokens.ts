// Code of models cut into pieces that are coloured: words of the language, texts, numbers and remarks. Enough to read by.
export interface CodeToken {
  readonly kind: 'keyword' | 'string' | 'number' | 'comment' | 'plain'
  readonly text: string
}

export type ShownLanguage = 'python' | 'javascript'

const WORDS: Readonly<Record<ShownLanguage, string>> = {
  python:
    'False|None|True|and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|match|nonlocal|not|or|pass|raise|return|try|while|with|yield',
  javascript:
    'async|await|break|case|catch|class|const|continue|default|delete|do|else|export|extends|false|finally|for|from|function|if|import|in|instanceof|let|new|null|of|return|super|switch|this|throw|true|try|typeof|undefined|var|void|while|yield',
}

const NUMBER = String.raw`\b\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?n?\b`

const PATTERNS: Readonly<Record<ShownLanguage, RegExp>> = {
  python: new RegExp(
    String.raw`(?<comment>#[^\n]*)|(?<string>\b[rbfu]{0,2}(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$))|\b[rbfu]{0,2}(?:"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?)|"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?)|(?<number>${NUMBER})|\b(?<keyword>${WORDS.python})\b`,
    'gi',
  ),
  javascript: new RegExp(
    String.raw`(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<string>"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|${'`'}(?:\\.|[^${'`'}\\])*${'`'}?)|(?<number>${NUMBER})|\b(?<keyword>${WORDS.javascript})\b`,
    'g',
  ),
}

/** The pieces of a text in their order; together they are the text. */
export function codeTokens(text: string, language: ShownLanguage): readonly CodeToken[] {
  const tokens: CodeToken[] = []
  let at = 0
  const push = (kind: CodeToken['kind'], piece: string) => {
    if (piece !== '') tokens.push({ kind, text: piece })
  }
  for (const found of text.matchAll(PATTERNS[language])) {
    const [kind] = Object.entries(found.groups ?? {}).find(([, piece]) => piece !== undefined) ?? ['plain']
    // Names of Python have capitals that its words do not have.
    const isWord = kind !== 'keyword' || WORDS[language].split('|').includes(found[0])
    push('plain', text.slice(at, found.index))
    push(isWord ? (kind as CodeToken['kind']) : 'plain', found[0])
    at = found.index + found[0].length
  }
  push('plain', text.slice(at))
  return tokens
}
