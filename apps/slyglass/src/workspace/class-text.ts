// Which part of a source file belongs to one of its classes. The file is read as text: nothing of it runs.

export type Language = 'python' | 'typescript'

/** A class or function of a file: its name, the line that opens it, and where it stands. */
interface Block {
  readonly kind: 'class' | 'function'
  readonly name: string
  readonly head: string
  readonly from: number
  readonly to: number
}

/**
 * The text of a class, of the classes in this file that it extends, and of the file's own functions that they call. Of a
 * class that only passes through the file: what belongs to no class.
 */
export function classText(source: string, name: string, language: Language): string {
  const plain = source.replace(HIDDEN[language], blanked)
  const blocks = outermost(language === 'python' ? pythonBlocks(plain) : typescriptBlocks(plain))
  const own = blocks.find((block) => block.kind === 'class' && block.name === name)
  const kept =
    own === undefined
      ? gaps(
          blocks.filter(({ kind }) => kind === 'class'),
          source.length,
        )
      : reachedFrom(own, blocks, plain)
  return kept.map(({ from, to }) => source.slice(from, to)).join('\n')
}

// Texts and comments, in which brackets and words mean nothing.
const HIDDEN = {
  python: /"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#[^\n]*/g,
  typescript:
    /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|(?<=[(,=:[!&|?{};] {0,8})\/(?:\\.|\[(?:\\.|[^\]\\\n]){0,200}\]|[^/\\\n[]){1,300}\//g,
} as const

/** Blanks of the same length and lines, so that every offset stays. */
const blanked = (text: string): string => text.replace(/[^\n\r]/g, ' ')

const PYTHON_HEAD = /^([ \t]*)(?:async[ \t]+)?(class|def)[ \t]+(\w+)[^\n]*/gm

function pythonBlocks(plain: string): readonly Block[] {
  return [...plain.matchAll(PYTHON_HEAD)].map((match) => {
    const [line, indent = '', word, name = ''] = match
    const after = match.index + line.length
    // The first line that stands no deeper; a closing bracket there still belongs to the head.
    const next = new RegExp(`\\n(?=[ \\t]{0,${indent.length}}[^\\s)\\]}])`, 'g')
    next.lastIndex = after
    const to = next.exec(plain)?.index ?? plain.length
    const head = /^[^:]*/.exec(plain.slice(match.index, to))?.[0] ?? line
    return { kind: word === 'class' ? 'class' : 'function', name, head, from: match.index, to }
  })
}

const TYPESCRIPT_HEAD =
  /(?<![\w$.])(?:(class)\s+([A-Za-z_$][\w$]*)|function\s*\*?\s*([A-Za-z_$][\w$]*)|(?:const|let)\s+([A-Za-z_$][\w$]*)[^=;{}\n]{0,200}=\s*(?:(class)\b|(?:async\s+)?function\b|(?:async\s*)?(?:\([^()]{0,2000}\)|[\w$]+)[^=;{}\n]{0,200}(=>)\s*))/g

function typescriptBlocks(plain: string): readonly Block[] {
  let end = 0
  return [...plain.matchAll(TYPESCRIPT_HEAD)].flatMap((match): readonly Block[] => {
    if (match.index < end) return []
    const name = match[2] ?? match[3] ?? match[4]
    const after = match.index + match[0].length
    const open = match[6] === undefined ? bodyStart(plain, after) : after
    if (name === undefined || open === undefined) return []
    const kind = match[1] === undefined && match[5] === undefined ? 'function' : 'class'
    const head = plain.slice(match.index, open)
    end = bodyEnd(plain, open)
    return [{ kind, name, head, from: match.index, to: end }]
  })
}

/** No head of a class or function is longer. */
const MAX_HEAD = 2000

/** Where the body's brace stands: one in parentheses or angle brackets belongs to parameters and types. */
function bodyStart(plain: string, from: number): number | undefined {
  let [round, angle] = [0, 0]
  for (let at = from; at < Math.min(plain.length, from + MAX_HEAD); at += 1) {
    const char = plain[at]
    if (char === '(') round += 1
    else if (char === ')') round -= 1
    else if (round > 0) continue
    else if (char === '<') angle += 1
    else if (char === '>' && plain[at - 1] !== '=') angle -= 1
    else if (char === '{' && angle <= 0) return at
    else if (char === ';' && angle <= 0) return undefined
  }
  return undefined
}

/** The end of a body in braces, or of the line where it has none. */
function bodyEnd(plain: string, open: number): number {
  let depth = 0
  for (let at = open; at < plain.length; at += 1) {
    if (plain[at] === '{') depth += 1
    else if (plain[at] === '}') depth -= 1
    if (depth <= 0 && (plain[at] === '}' || plain[at] === '\n')) return at + 1
  }
  return plain.length
}

/** What stands inside another block is part of it. */
function outermost(blocks: readonly Block[]): readonly Block[] {
  let end = 0
  return blocks.filter(({ from, to }) => {
    if (from < end) return false
    end = to
    return true
  })
}

function reachedFrom(own: Block, blocks: readonly Block[], plain: string): readonly Block[] {
  const reached = new Set([own])
  for (const block of reached) {
    const heads = wordsOf(block.head)
    const words = wordsOf(plain.slice(block.from, block.to))
    for (const other of blocks) {
      if (
        (other.kind === 'class' && block.kind === 'class' ? heads : other.kind === 'class' ? NONE : words).has(
          other.name,
        )
      )
        reached.add(other)
    }
  }
  return [...reached].sort((a, b) => a.from - b.from)
}

const NONE: ReadonlySet<string> = new Set()
const wordsOf = (text: string): ReadonlySet<string> => new Set(text.match(/[\w$]+/g))

function gaps(blocks: readonly Block[], length: number): readonly { readonly from: number; readonly to: number }[] {
  const starts = [0, ...blocks.map(({ to }) => to)]
  const ends = [...blocks.map(({ from }) => from), length]
  return starts.map((from, index) => ({ from, to: ends[index] ?? length }))
}
