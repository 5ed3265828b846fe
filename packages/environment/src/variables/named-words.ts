// The words of a tool's source and of the project's own files that it imports. They are read as text: nothing of them runs.
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface ReadFile {
  readonly stamp: string
  readonly words: ReadonlySet<string>
  /** Paths without ending that its imports may mean. */
  readonly imports: readonly string[]
}

const MOST_FILES = 200
const MOST_BYTES = 1_000_000
const ENDINGS = ['', '.ts', '.js', '.mjs', '.py', '/index.ts', '/__init__.py']

/** Reads sources, each once until it changes. */
export class NamedWords {
  readonly #known = new Map<string, ReadFile | undefined>()

  /** Which of the words stand in the file, or in one that it imports from `roots` or from beside it. */
  among(words: readonly string[], file: string, roots: readonly string[]): readonly string[] {
    const left = new Set(words)
    const seen = new Set<string>()
    const waiting = [file]
    for (let path = waiting.pop(); path !== undefined && seen.size < MOST_FILES; path = waiting.pop()) {
      if (seen.has(path)) continue
      seen.add(path)
      const read = this.#read(path, roots)
      for (const word of read?.words ?? []) left.delete(word)
      waiting.push(...(read?.imports ?? []).flatMap((stem) => existing(stem)))
    }
    return words.filter((word) => !left.has(word))
  }

  #read(path: string, roots: readonly string[]): ReadFile | undefined {
    const stamp = stampOf(path)
    const known = this.#known.get(path)
    if (known?.stamp === stamp) return known
    const read = stamp === undefined ? undefined : readSource(path, stamp, roots)
    this.#known.set(path, read)
    return read
  }
}

function stampOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true && found.size <= MOST_BYTES ? `${found.mtimeMs} ${found.size}` : undefined
}

function readSource(path: string, stamp: string, roots: readonly string[]): ReadFile {
  const text = readFileSync(path, 'utf8')
  const words = new Set(text.match(/[A-Za-z_][A-Za-z0-9_]*/g))
  const imports = path.endsWith('.py') ? pythonImports(text, path, roots) : scriptImports(text, path)
  return { stamp, words, imports }
}

function existing(stem: string): readonly string[] {
  const found = ENDINGS.map((ending) => stem + ending).find((path) => stampOf(path) !== undefined)
  return found === undefined ? [] : [found]
}

function scriptImports(text: string, path: string): readonly string[] {
  const named = text.matchAll(/(?:\bfrom|\bimport\s*\(?|\brequire\s*\()\s*["'](\.[^"'\n]+)["']/g)
  return [...named].map(([, name = '']) => join(dirname(path), name))
}

/** `import a.b`, `from a import b`, `from .a import b`: the module, and what may be a module in it. */
function pythonImports(text: string, path: string, roots: readonly string[]): readonly string[] {
  const lines = text.matchAll(
    /^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+\(?([^\n#)]*)|import[ \t]+([\w., \t]+))/gm,
  )
  return [...lines].flatMap(([, from, names = '', modules = '']) => {
    if (from === undefined)
      return modules.split(',').flatMap((name) => places(name.trim().split(/\s/)[0] ?? '', path, roots))
    const inside = names.split(',').map((name) => name.trim().split(/\s/)[0] ?? '')
    const whole = from.endsWith('.') ? from : `${from}.`
    return [from, ...inside.filter((name) => name !== '').map((name) => whole + name)].flatMap((name) =>
      places(name, path, roots),
    )
  })
}

function places(module: string, path: string, roots: readonly string[]): readonly string[] {
  const dots = /^\.*/.exec(module)?.[0].length ?? 0
  const parts = module
    .slice(dots)
    .split('.')
    .filter((part) => part !== '')
  if (dots === 0) return parts.length === 0 ? [] : roots.map((root) => join(root, ...parts))
  const ups = Array.from({ length: dots - 1 }, () => '..')
  return [join(dirname(path), ...ups, ...parts)]
}
