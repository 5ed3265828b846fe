// Names that are alike, measured as Python's difflib does: models of some networks were taught by its suggestions.

/** Up to three names at least 0.6 alike, the most alike first. */
export function similarNames(name: string, names: readonly string[]): readonly string[] {
  return names
    .map((candidate) => ({ candidate, ratio: similarity(candidate, name) }))
    .filter(({ ratio }) => ratio >= LEAST)
    .sort((a, b) => b.ratio - a.ratio || (a.candidate < b.candidate ? 1 : -1))
    .slice(0, MOST)
    .map(({ candidate }) => candidate)
}

const LEAST = 0.6
const MOST = 3

/** Twice the letters that both have in common blocks, of all their letters: 1 for equal texts, 0 for nothing in common. */
export function similarity(a: string, b: string): number {
  const length = a.length + b.length
  return length === 0 ? 1 : (2 * commonLetters(a, b)) / length
}

/** The longest common block, then the same to its left and to its right. */
function commonLetters(a: string, b: string): number {
  const block = longestBlock(a, b)
  if (block.size === 0) return 0
  const left = commonLetters(a.slice(0, block.a), b.slice(0, block.b))
  return left + block.size + commonLetters(a.slice(block.a + block.size), b.slice(block.b + block.size))
}

function longestBlock(a: string, b: string): { readonly a: number; readonly b: number; readonly size: number } {
  let best = { a: 0, b: 0, size: 0 }
  let before: readonly number[] = []
  for (let i = 0; i < a.length; i += 1) {
    const row: number[] = []
    for (let j = 0; j < b.length; j += 1) {
      const size = a[i] === b[j] ? (before[j - 1] ?? 0) + 1 : 0
      row.push(size)
      if (size > best.size) best = { a: i - size + 1, b: j - size + 1, size }
    }
    before = row
  }
  return best
}
