// What can be found and run: networks, entries, files and commands, ranked by how well they match.
export type PaletteKind = 'command' | 'entry' | 'network' | 'file'

export interface PaletteItem {
  readonly kind: PaletteKind
  readonly text: string
  readonly keys?: string
  run(): void
}

const PREFIXES: Readonly<Record<string, PaletteKind>> = { '>': 'command', '@': 'entry' }
const MOST = 40

/** Items that match what was typed, best first. `>` narrows to commands, `@` to entries. */
export function findItems(items: readonly PaletteItem[], typed: string): readonly PaletteItem[] {
  const kind = PREFIXES[typed[0] ?? '']
  const query = (kind === undefined ? typed : typed.slice(1)).trim().toLowerCase()
  return items
    .filter((item) => kind === undefined || item.kind === kind)
    .map((item) => ({ item, rank: rankOf(item.text.toLowerCase(), query) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .slice(0, MOST)
    .map(({ item }) => item)
}

/** Lower is better: at the start, at a word's start, inside, letters in order; undefined for no match. */
function rankOf(text: string, query: string): number | undefined {
  const at = text.indexOf(query)
  if (at === 0) return 0
  if (at > 0) return /[\s/_.-]/.test(text[at - 1] ?? '') ? 1 : 2
  let from = 0
  for (const letter of query) {
    from = text.indexOf(letter, from) + 1
    if (from === 0) return undefined
  }
  return 3
}
