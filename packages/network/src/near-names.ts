// Names a person may have meant.

/** Up to three of `names` that are close to `name`, closest first. Letter case counts little. */
export function nearNames(name: string, names: readonly string[]): readonly string[] {
  const limit = Math.max(1, Math.floor(name.length / 3))
  return names
    .map((candidate) => ({ candidate, distance: editDistance(fold(name), fold(candidate)) }))
    .filter(({ candidate, distance }) => distance <= limit || isPart(fold(name), fold(candidate)))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate)
}

const fold = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '_')

const isPart = (name: string, candidate: string): boolean =>
  name.length >= 4 && candidate.length >= 4 && (candidate.includes(name) || name.includes(candidate))

// Letters added, left out, changed or swapped with their neighbour.
function editDistance(a: string, b: string): number {
  let before: readonly number[] = []
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = swapped ? (before[j - 2] ?? 0) + 1 : change
      next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
