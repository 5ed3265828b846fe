import type { PlacedRow } from './trace-rows.ts'

/** What a key does in the tree: pick a row, or open and close rows. */
export type TreeAct =
  | { readonly kind: 'pick'; readonly index: number }
  | { readonly kind: 'toggle'; readonly id: string }
  | { readonly kind: 'collapse-all' }
  | { readonly kind: 'expand-all' }

/** The act of a key on the row at `index`; undefined when the key means nothing here. */
export function actOfKey(key: string, rows: readonly PlacedRow[], index: number): TreeAct | undefined {
  const at = rows[index]
  const pick = (to: number): TreeAct | undefined =>
    rows.length === 0 ? undefined : { kind: 'pick', index: Math.min(rows.length - 1, Math.max(0, to)) }
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return pick(index + 1)
    case 'ArrowUp':
    case 'k':
      return pick(index - 1)
    case 'Home':
      return pick(0)
    case 'End':
      return pick(rows.length - 1)
    case 'ArrowRight':
      return at?.expanded === false ? { kind: 'toggle', id: at.row.id } : at?.expanded ? pick(index + 1) : undefined
    case 'ArrowLeft':
      return at?.expanded ? { kind: 'toggle', id: at.row.id } : pick(indexOfParent(rows, index))
    case 'f':
      return pickFailure(rows, index)
    case '[':
      return { kind: 'collapse-all' }
    case ']':
      return { kind: 'expand-all' }
    default:
      return undefined
  }
}

function indexOfParent(rows: readonly PlacedRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0
  for (let at = index - 1; at >= 0; at -= 1) if ((rows[at]?.depth ?? 0) < depth) return at
  return index
}

/** The next row that failed, from the top again after the last. */
function pickFailure(rows: readonly PlacedRow[], index: number): TreeAct | undefined {
  const failures = rows.flatMap(({ row }, at) => (row.state === 'failed' || row.state === 'denied' ? [at] : []))
  const next = failures.find((at) => at > index) ?? failures[0]
  return next === undefined ? undefined : { kind: 'pick', index: next }
}
