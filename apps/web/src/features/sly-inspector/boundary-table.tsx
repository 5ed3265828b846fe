import { Lock } from 'lucide-react'
import { useMemo } from 'react'
import { useFarAddress } from '../../app/public/far.ts'
import type { RunView } from '../../app/public/runs.ts'
import { MaskGlyph } from '../../ui/index.ts'
import { type BoundaryCell, boundaryColumns, boundaryRows } from './boundary-grid.ts'

/** What became of each private value at the edges of the network, in this run. */
export function BoundaryTable({ view }: { readonly view: RunView }) {
  const { ledger, trace } = view
  const far = useFarAddress() !== undefined
  const columns = useMemo(() => boundaryColumns(ledger), [ledger])
  const rows = useMemo(() => boundaryRows(ledger, trace), [ledger, trace])
  return (
    <section className="sly-part" aria-labelledby="sly-boundaries">
      <header className="pane-head">
        <h2 id="sly-boundaries">Boundaries</h2>
        <span className="text-3">what crossed in this run</span>
      </header>
      <div className="sly-scroll">
        <table aria-label="Boundaries" className="sly-table">
          <thead>
            <tr>
              <th scope="col">Private value</th>
              <th scope="col">Read by tools</th>
              {columns.map((column) => (
                <th key={column.id} scope="col" className="sly-edge">
                  {column.title}
                  <small>{column.rule}</small>
                </th>
              ))}
              {columns.length === 0 ? (
                <th scope="col" className="sly-edge">
                  To the client or another network
                  <small>{view.finished === undefined ? 'nothing was offered so far' : 'nothing was offered'}</small>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row" className="sly-key">
                  {row.key}
                </th>
                <td className={row.readBy.length === 0 ? 'text-3' : ''}>
                  {row.readBy.length > 0 ? row.readBy.join(', ') : far ? 'not told' : 'no tool read it'}
                </td>
                {row.cells.map((cell, index) => (
                  <td key={columns[index]?.id ?? index} className="sly-edge">
                    <Crossing cell={cell} name={row.key} />
                  </td>
                ))}
                {columns.length === 0 ? <td className="sly-edge text-3">·</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 ? <p className="sly-none text-3">This run had no private values.</p> : null}
      </div>
    </section>
  )
}

function Crossing({ cell, name }: { readonly cell: BoundaryCell; readonly name: string }) {
  if (cell.kind === 'passed')
    return (
      <span className="sly-cell" data-tone="sly">
        <MaskGlyph />
        {cell.as === name ? 'passes' : `as ${cell.as}`}
      </span>
    )
  if (cell.kind === 'withheld')
    return (
      <span className="sly-cell">
        <Lock className="icon icon-s" aria-hidden="true" />
        withheld
      </span>
    )
  return (
    <span className="text-3">
      <span aria-hidden="true">·</span>
      <span className="visually-hidden">not asked</span>
    </span>
  )
}
