// Patterns for paths: `*` and `?` within a name, `**` over folders, `[a-z]`, `{a,b}`. No regular expression is made of them, so
// that none can take for ever.

const MOST_ALTERNATIVES = 64

/** Tells whether a path with `/` fits. A pattern without `/` fits a name in any folder. */
export function createGlob(pattern: string): (path: string) => boolean {
  const clean = pattern.replace(/^\.\//, '')
  const anywhere = clean.includes('/') ? clean : `**/${clean}`
  const all = alternatives(anywhere).map((one) => one.split('/').map(readPart))
  return (path) => {
    const names = path.split('/')
    return all.some((parts) => fitsParts(parts, names))
  }
}

/** `a{b,c}` as `ab` and `ac`. */
function alternatives(pattern: string): readonly string[] {
  let all = [pattern]
  for (;;) {
    const index = all.findIndex((one) => /\{[^{}]*,[^{}]*\}/.test(one))
    const one = all[index]
    const found = one === undefined ? null : /\{([^{}]*,[^{}]*)\}/.exec(one)
    if (one === undefined || found === null || all.length > MOST_ALTERNATIVES) return all
    const [whole, inner = ''] = found
    const made = inner.split(',').map((part) => one.replace(whole, () => part))
    all = [...all.slice(0, index), ...made, ...all.slice(index + 1)]
  }
}

/** The signs of one name, or any number of folders. */
type Part = readonly Sign[] | 'folders'

function readPart(part: string): Part {
  return part === '**' ? 'folders' : signsOf(part)
}

/** Row by row: `row[j]` says whether what was looked at of the pattern fits the first j names. */
function fitsParts(pattern: readonly Part[], names: readonly string[]): boolean {
  let row: boolean[] = [true, ...names.map(() => false)]
  for (const part of pattern) {
    const last = row
    const next: boolean[] = [part === 'folders' && last[0] === true]
    names.forEach((name, index) => {
      if (part === 'folders') next.push(last[index + 1] === true || next[index] === true)
      else next.push(last[index] === true && fitsName(part, name))
    })
    row = next
  }
  return row.at(-1) === true
}

type Sign = { readonly kind: 'any' } | { readonly kind: 'one'; fits(char: string): boolean }

function fitsName(signs: readonly Sign[], name: string): boolean {
  const chars = [...name]
  let row: boolean[] = [true, ...chars.map(() => false)]
  for (const sign of signs) {
    const last = row
    const next: boolean[] = [sign.kind === 'any' && last[0] === true]
    chars.forEach((char, index) => {
      if (sign.kind === 'any') next.push(last[index + 1] === true || next[index] === true)
      else next.push(last[index] === true && sign.fits(char))
    })
    row = next
  }
  return row.at(-1) === true
}

function signsOf(pattern: string): readonly Sign[] {
  const pieces = pattern.match(/\*+|\[[!^]?\]?[^\]]*\]|[\s\S]/gu) ?? []
  return pieces.map((piece): Sign => {
    if (piece.startsWith('*')) return { kind: 'any' }
    if (piece === '?') return { kind: 'one', fits: () => true }
    if (piece.length > 2 && piece.startsWith('[')) return { kind: 'one', fits: charClass(piece.slice(1, -1)) }
    return { kind: 'one', fits: (char) => char === piece }
  })
}

function charClass(inner: string): (char: string) => boolean {
  const isNot = /^[!^]/.test(inner)
  const ranges = (isNot ? inner.slice(1) : inner).match(/[\s\S]-[\s\S]|[\s\S]/gu) ?? []
  return (char) => {
    const isIn = ranges.some((range) => {
      const [from = '', , to = from] = [...range]
      return char >= from && char <= to
    })
    return isIn !== isNot
  }
}
