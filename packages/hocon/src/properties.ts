// Java properties, as the reference includes them: dotted keys, text values, an object beats a text at the same path.
export interface Property {
  readonly path: readonly string[]
  readonly text: string
}

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' }
const LINE = /^((?:\\.|[^\s=:\\])*)\s*[=:]?\s*(.*)$/s

/** The entries of a properties text in the order of the text. */
export function parseProperties(text: string): readonly Property[] {
  const entries = new Map<string, string>()
  const joined = text.replace(/\\(?:\r\n|\r|\n)[ \t\f]*/g, '')
  for (const line of joined.split(/\r\n|\r|\n/)) {
    const content = line.replace(/^[ \t\f]+/, '')
    if (content === '' || content.startsWith('#') || content.startsWith('!')) continue
    const [, key = '', value = ''] = LINE.exec(content) ?? []
    entries.set(plainText(key), plainText(value))
  }
  const all = [...entries].map(([key, value]) => ({ path: key.split('.'), text: value }))
  const isObject = (path: readonly string[]) =>
    all.some((other) => other.path.length > path.length && path.every((part, at) => other.path[at] === part))
  return all.filter((entry) => !isObject(entry.path))
}

function plainText(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code: string | undefined, letter = '') =>
    code === undefined ? (ESCAPES[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  )
}
