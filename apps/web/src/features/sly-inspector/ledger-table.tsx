import { useMemo } from 'react'
import { showSpan } from '../../app/public/run-widgets.ts'
import type { RunView } from '../../app/public/runs.ts'
import { ToneGlyph } from '../../ui/index.ts'
import { type LedgerCell, ledgerGrid } from './ledger-grid.ts'
import './ledger.css'

/** Every value in every request: how often it was found. */
export function LedgerTable({ view }: { readonly view: RunView }) {
  const { ledger, trace } = view
  const rows = useMemo(() => ledgerGrid(ledger, trace), [ledger, trace])
  return (
    <section className="sly-part" aria-labelledby="sly-ledger">
      <header className="pane-head">
        <h2 id="sly-ledger">Ledger</h2>
        <span className="text-3 truncate">occurrences in each model request</span>
        <span className="spacer" />
        <span className="sly-legend meta text-2" aria-hidden="true">
          <i data-kind="clean" /> searched before sending <i data-kind="absent" /> did not exist yet, or cannot be
          searched for
        </span>
      </header>
      <div className="sly-scroll">
        <table aria-label="Ledger" className="sly-ledger">
          <thead>
            <tr>
              <th scope="col">value</th>
              {ledger.requests.map((request) => (
                <th key={request.span} scope="col">
                  <button
                    type="button"
                    className="sly-request"
                    onClick={() => showSpan(view.run, request.span, 'trace')}
                  >
                    #{request.number}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row" className="sly-key">
                  {row.key}
                </th>
                {row.cells.map((cell, index) => {
                  const request = ledger.requests[index]
                  return (
                    <td key={request?.span ?? index} data-kind={cell.kind}>
                      <Cell
                        cell={cell}
                        open={() => (request === undefined ? undefined : showSpan(view.run, request.span, 'trace'))}
                      />
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
        {ledger.requests.length === 0 ? <p className="sly-none text-3">No model request yet.</p> : null}
      </div>
    </section>
  )
}

function Cell({ cell, open }: { readonly cell: LedgerCell; open(): void }) {
  switch (cell.kind) {
    case 'hit':
      return (
        <button type="button" className="sly-hit" onClick={open}>
          <ToneGlyph tone="fail" className="icon icon-xs" />
          {cell.count}
          <span className="visually-hidden">{cell.count === 1 ? ' occurrence' : ' occurrences'}, show in trace</span>
        </button>
      )
    case 'clean':
      return '0'
    case 'absent':
      return (
        <>
          <span aria-hidden="true">–</span>
          <span className="visually-hidden">did not exist yet</span>
        </>
      )
    case 'unsearched':
      return <abbr title="Too short or without letters: it cannot be searched for">n/s</abbr>
    case 'public':
      return <abbr title="Part of the network’s own text, which the model is meant to read">pub</abbr>
  }
}
