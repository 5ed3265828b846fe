import type { Boundary, SlyLedger, Trace } from '@slyglass/run-log'

/** One edge of the network that values were asked to cross. */
export interface BoundaryColumn {
  readonly id: string
  readonly title: string
  readonly rule: string
}

export type BoundaryCell =
  | { readonly kind: 'passed'; readonly as: string }
  | { readonly kind: 'withheld' }
  | { readonly kind: 'not asked' }

export interface BoundaryRow {
  readonly key: string
  readonly readBy: readonly string[]
  readonly cells: readonly BoundaryCell[]
}

type Crossing = SlyLedger['crossings'][number]

const idOf = (crossing: Crossing) => `${crossing.boundary} ${crossing.peer}`

const TITLES: Readonly<Record<Boundary, (peer: string) => string>> = {
  'to-downstream': (peer) => `to ${peer}`,
  'from-downstream': (peer) => `from ${peer}`,
  'to-upstream': (peer) => (peer === 'client' ? 'back to client' : `back to ${peer}`),
}

export function boundaryColumns(ledger: SlyLedger): readonly BoundaryColumn[] {
  const columns = new Map<string, BoundaryColumn>()
  for (const crossing of ledger.crossings) {
    const title = TITLES[crossing.boundary](crossing.peer)
    columns.set(idOf(crossing), { id: idOf(crossing), title, rule: crossing.rule ?? 'no rule: nothing passes' })
  }
  return [...columns.values()]
}

/** Every key, who read it, and what became of it at each boundary; the last crossing of a boundary counts. */
export function boundaryRows(ledger: SlyLedger, trace: Trace): readonly BoundaryRow[] {
  const columns = boundaryColumns(ledger)
  return [...ledger.keys.values()].map(({ key, readBy }) => ({
    key,
    readBy: [...new Set(readBy.flatMap((span) => trace.spans.get(span)?.name ?? []))],
    cells: columns.map(({ id }) =>
      cellOf(
        key,
        ledger.crossings.filter((crossing) => idOf(crossing) === id),
      ),
    ),
  }))
}

function cellOf(key: string, crossings: readonly Crossing[]): BoundaryCell {
  for (const { passed, withheld } of [...crossings].reverse()) {
    const pass = passed.find((one) => one.key === key)
    if (pass !== undefined) return { kind: 'passed', as: pass.as }
    if (withheld.includes(key)) return { kind: 'withheld' }
  }
  return { kind: 'not asked' }
}
